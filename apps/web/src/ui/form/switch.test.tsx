import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Switch } from './switch.tsx';

function Harness() {
  const [checked, setChecked] = useState(false);
  return (
    <Switch label="Demo mode" note="Shows sample data." checked={checked} onChange={setChecked} />
  );
}

test('a switch is turned on by a press and off by the space bar', async () => {
  await render(<Harness />);
  const toggle = page.getByRole('switch', { name: 'Demo mode' });
  await toggle.click();
  await expect.element(toggle).toBeChecked();
  await userEvent.keyboard(' ');
  await expect.element(toggle).not.toBeChecked();
});

test('a click on its label turns a switch on and off', async () => {
  await render(<Harness />);
  const toggle = page.getByRole('switch', { name: 'Demo mode' });
  await page.getByText('Demo mode').click();
  await expect.element(toggle).toBeChecked();
  await page.getByText('Shows sample data.').click();
  await expect.element(toggle).not.toBeChecked();
});

test('screen readers announce a switch together with its note', async () => {
  await render(<Harness />);
  await expect
    .element(page.getByRole('switch', { name: 'Demo mode' }))
    .toHaveAccessibleDescription('Shows sample data.');
});
