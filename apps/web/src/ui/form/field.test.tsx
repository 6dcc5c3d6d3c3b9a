import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { field } from '../../testing/find-by-role.ts';
import { Field, FormError } from './field.tsx';

test('a field is described by its hint, and by its error if it has one', async () => {
  const { rerender } = await render(<Field label="Amount" hint="In dollars." />);
  await expect.element(field('Amount')).toHaveAccessibleDescription('In dollars.');
  await expect.element(field('Amount')).toBeValid();
  await rerender(<Field label="Amount" hint="In dollars." error="Enter an amount." />);
  await expect.element(field('Amount')).toHaveAccessibleDescription('Enter an amount.');
  await expect.element(field('Amount')).toBeInvalid();
  await expect.element(page.getByText('In dollars.')).not.toBeInTheDocument();
});

test('pressing the label of a field focuses it', async () => {
  await render(<Field label="Amount" />);
  await page.getByText('Amount').click();
  await expect.element(field('Amount')).toHaveFocus();
});

test('the error of a form takes no space until it is announced', async () => {
  const { rerender } = await render(<FormError>{null}</FormError>);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await rerender(<FormError>The bank is unavailable.</FormError>);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The bank is unavailable.');
});
