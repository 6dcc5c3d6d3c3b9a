import { expect, type FrameLocator, type Page } from '@playwright/test';

/** The aggregator's link flow, in its frame. */
export function linkFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Link your bank"]');
}

/** Opens the flow from /link up to the bank's sign-in. */
export async function openBank(page: Page, bank: string): Promise<FrameLocator> {
  await page.getByRole('button', { name: 'Link a bank account' }).click();
  const frame = linkFrame(page);
  await frame.getByRole('button', { name: 'Continue' }).click();
  await expect(frame.getByRole('heading', { name: 'Choose your bank' })).toBeVisible();
  await frame.getByRole('searchbox', { name: 'Search for your bank' }).fill(bank.slice(0, 5));
  await frame.getByRole('button', { name: bank }).click();
  await expect(frame.getByRole('heading', { name: `Sign in to ${bank}` })).toBeVisible();
  return frame;
}

/** Submits a username and a password in the bank's sign-in. */
export async function signInToBank(
  frame: FrameLocator,
  login: { username: string; password: string },
): Promise<void> {
  await frame.getByLabel('Username').fill(login.username);
  await frame.getByRole('textbox', { name: 'Password' }).fill(login.password);
  await frame.getByRole('button', { name: 'Continue' }).click();
}

/** Shares every account and closes the flow. */
export async function shareAccounts(frame: FrameLocator): Promise<void> {
  await expect(frame.getByRole('heading', { name: 'Choose accounts to share' })).toBeVisible();
  await frame.getByRole('button', { name: 'Continue' }).click();
  await frame.getByRole('button', { name: 'Link account' }).click();
  await expect(frame.getByRole('heading', { name: 'Success' })).toBeVisible();
  await frame.getByRole('button', { name: 'Done' }).click();
}
