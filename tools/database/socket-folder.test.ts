import { expect, test } from 'vitest';
import { fitsSocket } from './socket-folder.ts';

test('the socket is placed beside the data only if that path is short and has no special characters', () => {
  expect(fitsSocket('/srv/cairn/.data/socket')).toBe(true);
  expect(fitsSocket('/srv/my money/.data/socket')).toBe(false);
  expect(fitsSocket(`/srv/${'a'.repeat(100)}/socket`)).toBe(false);
});
