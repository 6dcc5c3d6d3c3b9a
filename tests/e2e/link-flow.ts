import { expect, type FrameLocator, type Page } from '@playwright/test';

/** The bank's own link flow, in its frame. */
export function linkFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Link your bank"]');
}

/** Opens the flow from /link and goes as far as the bank's sign-in. */
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

/** Types a name and a password into the bank's sign-in. */
export async function signInToBank(
  frame: FrameLocator,
  person: { username: string; password: string },
): Promise<void> {
  await frame.getByLabel('Username').fill(person.username);
  await frame.getByRole('textbox', { name: 'Password' }).fill(person.password);
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
