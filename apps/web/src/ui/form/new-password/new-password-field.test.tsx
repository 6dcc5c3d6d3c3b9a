import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { NewPasswordField } from './new-password-field.tsx';

function Harness({ error = null }: { error?: string | null }) {
  const [password, setPassword] = useState('');
  return (
    <NewPasswordField
      label="New password"
      name="password"
      email="ada.lovelace@example.com"
      value={password}
      error={error}
      onChange={(event) => setPassword(event.target.value)}
    />
  );
}

const meter = (level: string) => page.getByText(new RegExp(`Password strength: ${level}`));
/** In milliseconds. A busy machine takes a while to load the dictionaries. */
const loading = { timeout: 20_000 };

test('a meter shows the strength of a new password, with advice', async () => {
  await renderApp(<Harness />);
  await field('New password').click();
  await userEvent.keyboard('Winter2025!!');
  await expect.element(meter('easy to guess. Add a few words'), loading).toBeVisible();
  await userEvent.clear(field('New password'));
  await expect.element(page.getByText(/Password strength/)).not.toBeInTheDocument();
  await field('New password').fill('velvet tractor hums');
  await expect.element(meter('strong'), loading).toBeVisible();
});

test('an error replaces the advice, which would say the same', async () => {
  await renderApp(<Harness error="This password is easy to guess. Add a few words." />);
  await field('New password').fill('Winter2025!!');
  await expect.element(meter('easy to guess$'), loading).toBeVisible();
});

test("the user's address makes a password weaker", async () => {
  await renderApp(<Harness />);
  await field('New password').fill('ada.lovelace@example.com');
  await expect.element(meter('easy to guess'), loading).toBeVisible();
});
