import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { Component } from './resetpwd.screen.tsx';

const password = 'another horse, other battery';

test.each([
  ['in the fragment', '/resetpwd#code=code-1'],
  ['in the query, as in older emails', '/resetpwd?code=code-1'],
  ['in both (the fragment wins)', '/resetpwd?code=older#code=code-1'],
])('a code %s is removed from the address at once and resets the password', async (_place, at) => {
  fakeServer.respond('POST /user/resetpwd', { message: 'Password changed successfully' });
  const { path } = await renderApp(<Component />, { at });
  await expect.poll(path).toBe('/resetpwd');
  await field('New password').fill(password);
  await field('Confirm password').fill(password);
  await button('Reset password').click();
  await expect
    .element(page.getByRole('heading', { name: 'Password changed successfully' }))
    .toBeVisible();
  expect(fakeServer.callsTo('POST /user/resetpwd').map(({ body }) => body)).toEqual([
    { code: 'code-1', password },
  ]);
});

test.each(['/resetpwd', '/resetpwd#code=', '/resetpwd?code='])(
  'without a code, the page is no longer valid: %s',
  async (at) => {
    await renderApp(<Component />, { at });
    await expect
      .element(page.getByRole('heading', { name: 'This page is no longer valid' }))
      .toBeVisible();
  },
);
