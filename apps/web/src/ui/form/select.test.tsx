import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
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
