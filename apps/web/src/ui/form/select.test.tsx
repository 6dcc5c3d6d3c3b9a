import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { dropdown, option } from '../../testing/find-by-role.ts';
import { Select } from './select.tsx';

const months = [
  { value: '2026-10', label: 'October' },
  { value: '2026-11', label: 'November' },
];

function Harness() {
  const [month, setMonth] = useState('2026-10');
  return <Select label="Month" value={month} options={months} onChange={setMonth} />;
}

test('choosing an option with the keyboard changes the value and closes the list', async () => {
  const screen = await render(<Harness />);
  const trigger = screen.getByRole('combobox', { name: 'Month' });
  trigger.element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(trigger).toHaveTextContent('November');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

test('a dropdown shows its label until an option is chosen, and Escape chooses none', async () => {
  const onChange = vi.fn();
  await render(<Select label="Month" value={null} options={months} onChange={onChange} />);
  const trigger = dropdown('Month');
  await expect.element(trigger).toHaveTextContent('Month');
  await trigger.click();
  await expect.element(option('October')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
});
