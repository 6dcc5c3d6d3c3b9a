// Components are tested with the styles they ship with: visibility and size decide what a user can reach.
import '../ui/app.css';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '../platform/api/query-client.ts';
import { clearToken } from '../platform/session/session.ts';
import { fakeServer, startFakeServer } from './fake-server.ts';

let stopFakeServer: () => void;
let consoleErrors: MockInstance;

beforeEach(() => {
  stopFakeServer = startFakeServer();
  consoleErrors = vi.spyOn(console, 'error');
});

afterEach(async () => {
  const unexpectedCalls = fakeServer.unexpectedCalls();
  // Unmount first, so that no component reacts to the end of its session.
  await cleanup();
  clearToken('signed-out');
  // Forget the choices that the browser remembers, such as recently used categories.
  localStorage.clear();
  queryClient.clear();
  stopFakeServer();
  const loggedErrors = consoleErrors.mock.calls;
  consoleErrors.mockRestore();
  expect(unexpectedCalls).toEqual([]);
  expect(loggedErrors).toEqual([]);
});
