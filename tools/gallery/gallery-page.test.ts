import { expect, test } from 'vitest';
import { renderGalleryPage } from './gallery-page.ts';

test('the index page shows each picture with its problems, grouped by screen', () => {
  const picture = { width: 390, theme: 'dark', state: 'full' } as const;
  const page = renderGalleryPage([
    { ...picture, screen: 'budget', file: 'budget/full.png', problems: [] },
    { ...picture, screen: 'crypto', file: 'crypto/full.png', problems: ['list: ul > "a"<b>'] },
  ]);
  expect(page).toContain('2 pictures of 2 screens, 1 with problems.');
  expect(page).toContain('<h2 id="budget">budget</h2>');
  expect(page).toContain('<img src="crypto/full.png"');
  expect(page).toContain('list: ul > &quot;a&quot;&lt;b>');
});
