import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button, field } from '../../testing/find-by-role.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRules } from './password-rules.tsx';

function Harness() {
  const [password, setPassword] = useState('');
  return (
    <>
      <PasswordField
        label="Password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <PasswordRules password={password} />
    </>
  );
}

test('a password is hidden until its button is pressed, and hidden again by the next press', async () => {
  await render(<Harness />);
  await field('Password').fill('a secret');
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
  await button('Show password').click();
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await expect.element(field('Password')).toHaveValue('a secret');
  await button('Hide password').click();
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
});

test('each rule for a new password is announced as met once the password meets it', async () => {
  await render(<Harness />);
  const rules = page.getByRole('listitem');
  await field('Password').fill('aaaaaaaaaa');
  await expect.element(rules.nth(0)).toHaveTextContent('At least 10 characters: met');
  await expect.element(rules.nth(1)).not.toMatchTextContent(': met');
  await field('Password').fill('abcdefg');
  await expect.element(rules.nth(0)).not.toMatchTextContent(': met');
  await expect.element(rules.nth(1)).toHaveTextContent('More than 6 unique characters: met');
});
