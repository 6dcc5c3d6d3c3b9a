import { expect, type Locator, type Page } from '@playwright/test';

/** A user's account at a sign-in provider. */
export interface ProviderAccount {
  email: string;
  /** True if the provider has verified the address. True by default. */
  isVerified?: boolean;
}

/** Google's own button, in its frame. */
export const googleButton = (page: Page): Locator =>
  page.frameLocator('iframe[title="Sign in with Google Button"]').getByRole('button');

/** Moves the mouse over Cairn's button until Google's button lies over it and is under the pointer. */
export async function waitForGoogle(
  page: Page,
  label = page.getByText('with Google').first(),
): Promise<void> {
  let step = 0;
  await expect(async () => {
    const box = await label.boundingBox();
    step = (step + 1) % 20;
    await page.mouse.move((box?.x ?? 0) + 20 + step, (box?.y ?? 0) + 20);
    const button = googleButton(page);
    await button.waitFor({ timeout: 1_000 });
    expect(await button.evaluate((element) => element.matches(':hover'))).toBe(true);
  }).toPass();
}

/** Opens Google's window with `press`, and signs in there with a new account. */
export async function signInAtGoogle(
  page: Page,
  press: () => Promise<void>,
  { email, isVerified = true }: ProviderAccount,
): Promise<void> {
  const opened = page.waitForEvent('popup');
  await press();
  const popup = await opened;
  await popup.getByText('Use another account').click();
  await popup.getByLabel('Email').fill(email);
  await popup.getByLabel('Name').fill('Dana Diaz');
  await popup.getByLabel('Google has verified the address').setChecked(isVerified);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await closed;
}

/** Signs in with a new account on Apple's page, and consents. */
export async function signInAtApple(
  page: Page,
  { email, isVerified = true }: ProviderAccount,
): Promise<void> {
  await page.getByLabel('Someone else').check();
  await page.getByLabel('First name').fill('Dana');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Apple has verified the address').setChecked(isVerified);
  await page.getByRole('button', { name: 'Continue' }).click();
}
