import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SegmentedControl } from './segmented-control.tsx';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function Harness() {
  const [theme, setTheme] = useState('light');
  return <SegmentedControl label="Theme" options={themes} value={theme} onChange={setTheme} />;
}

const choice = (name: string) => page.getByRole('radio', { name, exact: true });

test('pressing a segment chooses it', async () => {
  await render(<Harness />);
  await expect.element(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
  await choice('Dark').click();
  await expect.element(choice('Dark')).toBeChecked();
  await expect.element(choice('Light')).not.toBeChecked();
});

test('the segments are a single Tab stop, and arrow keys choose between them', async () => {
  await render(<Harness />);
  await userEvent.keyboard('{Tab}');
  await expect.element(choice('Light')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(choice('Dark')).toBeChecked();
  await expect.element(choice('Dark')).toHaveFocus();
});
