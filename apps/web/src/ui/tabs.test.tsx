import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tabs } from './tabs.tsx';

const tabs = [
  { value: 'profile', label: 'Profile', content: 'Your email address' },
  { value: 'accounts', label: 'Accounts', content: 'Your checking account' },
];

test('arrow keys move between tabs, and a tab shows its own panel', async () => {
  await render(<Tabs label="Settings" tabs={tabs} />);
  await expect.element(page.getByRole('tablist', { name: 'Settings' })).toBeVisible();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect
    .element(page.getByRole('tabpanel', { name: 'Profile' }))
    .toHaveTextContent('Your email address');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Accounts' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('tabpanel', { name: 'Accounts' }))
    .toHaveTextContent('Your checking account');
  await expect.element(page.getByText('Your email address')).not.toBeInTheDocument();
});
