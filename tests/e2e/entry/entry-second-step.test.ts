import type { Page } from '@playwright/test';
import { totpCode } from '../../support/requests/second-factors.ts';
import { dialogNamed, regionNamed } from '../profile/named-locators.ts';
import { expect, test } from '../support/journey.ts';
import { newEmail } from '../support/person.ts';
import { signInAtApple, signInAtGoogle, waitForGoogle } from './identity-providers.ts';

/** Signs in on the login page with an account at a provider. */
const signInWith = {
  async Google(page: Page, email: string) {
    await waitForGoogle(page);
    const group = page.getByRole('group', { name: 'Login with Google' });
    await signInAtGoogle(page, () => group.click(), { email });
  },
  async Apple(page: Page, email: string) {
    await page.getByRole('link', { name: 'Login with Apple' }).click();
    await signInAtApple(page, { email });
  },
};

async function logOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/login/);
}

for (const provider of ['Google', 'Apple'] as const)
  test(`a sign-in with ${provider} asks for the second step where two-step verification is on`, async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/(401|403) .*\/api\//);
    const email = newEmail();
    await page.goto('/login?next=%2Fprofile');
    await signInWith[provider](page, email);
    await expect(page).toHaveURL('/profile');
    const twoStep = regionNamed(page, 'Two-step verification');
    await twoStep.getByRole('button', { name: 'Set up authenticator app' }).click();
    const setUp = dialogNamed(page, 'Set up your authenticator app');
    const key = await setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
    const codeIn = (seconds: number) =>
      totpCode((key ?? '').replaceAll(' ', ''), new Date(Date.now() + seconds * 1000));
    await setUp.getByLabel('Code from the app').fill(codeIn(0));
    await page.getByRole('button', { name: 'I saved them' }).click();
    await expect(twoStep.getByText('10 unused codes left')).toBeVisible();

    await logOut(page);
    await page.goto('/login?next=%2Fprofile%2Femail%2Fvalidate');
    await signInWith[provider](page, email);
    await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
    // Until then, none of the user's pages open.
    const secondTab = await page.context().newPage();
    await secondTab.goto('/profile');
    await expect(secondTab).toHaveURL(/\/login/);
    await secondTab.close();
    const code = page.getByLabel('Code from your authenticator app');
    await expect(code).toBeFocused();
    await code.fill('000000');
    await expect(page.getByText('This code is wrong or was already used.')).toBeVisible();
    await code.fill(codeIn(30));
    await expect(page).toHaveURL('/profile/email/validate');
    await expect(page.getByText(email)).toBeVisible();
  });
