import { expect, test } from '../support/journey.ts';
import { freePerson, newEmail } from '../support/person.ts';
import { googleButton, signInAtGoogle, waitForGoogle } from './identity-providers.ts';

const upgradeText = /^You are currently a free user\./;

test('signing in with Google takes one press and continues at the requested page', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/profile/email/validate');
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Femail%2Fvalidate');
  await waitForGoogle(page);
  const group = page.getByRole('group', { name: 'Login with Google' });
  await expect(group).toHaveText('Login with Google');
  await signInAtGoogle(page, () => group.click(), { email });
  await expect(page).toHaveURL('/profile/email/validate');
  // Google has verified the address, so there is nothing left to verify.
  await expect(page.getByText('already verified')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  // Logging out disables Google's automatic sign-in.
  await page.evaluate(
    'window.disableCalls = 0; google.accounts.id.disableAutoSelect = () => { window.disableCalls += 1; }',
  );
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Are you sure you want to log out?' }).waitFor();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate('window.disableCalls')).toBe(1);
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the first tap opens Google's window", async ({ page }) => {
    await page.goto('/login');
    // Nothing is touched before: Google's button loads by itself.
    await googleButton(page).waitFor();
    await expect(page.getByRole('button', { name: 'Login with Google' })).toBeHidden();
    const press = () => page.getByText('Login with Google').tap();
    await signInAtGoogle(page, press, { email: newEmail() });
    await expect(page).toHaveURL('/');
  });

  test('while Google loads slowly, its button says so, and the first tap after loading works', async ({
    page,
  }) => {
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/gsi/client', async (route) => {
      await loaded;
      await route.continue();
    });
    await page.goto('/login');
    const loading = page.getByRole('button', { name: 'Loading Google…' });
    await expect(loading).toBeDisabled();
    await loading.tap({ force: true });
    await expect(page.getByText('Login with Google')).toBeHidden();
    load();
    const press = () => page.getByText('Login with Google').tap();
    await signInAtGoogle(page, press, { email: newEmail() });
    await expect(page).toHaveURL('/');
  });

  test('if Google does not load, its button can be pressed to try again', async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_FAILED.*\/gsi\/client/);
    await page.route('**/gsi/client', (route) => route.abort());
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Login with Google' });
    await button.tap();
    await expect(page.getByRole('alert')).toHaveText(/^Google couldn't be loaded/);
    await page.unroute('**/gsi/client');
    await button.tap();
    await expect(googleButton(page)).toBeVisible();
  });
});

test("by keyboard, a press before Google has loaded shows Google's button, and a rejection shows its reason", async ({
  page,
  browserErrors,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/login');
  browserErrors.allow(/422 .*\/auth\/token/);
  await page.getByRole('button', { name: 'Login with Google' }).focus();
  await page.keyboard.press('Enter');
  await expect(googleButton(page)).toBeVisible();
  await expect(
    page.getByText('Google sign-in is ready. Select the Google button to continue.'),
  ).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(googleButton(page)).toBeFocused();
  const press = () => page.keyboard.press('Enter');
  await signInAtGoogle(page, press, { email: newEmail(), isVerified: false });
  await expect(page.getByRole('alert')).toHaveText(
    "Google hasn't verified your email address. Verify it with Google first.",
  );
  await expect(page.getByRole('button', { name: 'Login with Google' })).toBeVisible();
});

test('signing in with Google does not take over an existing account with the same address', async ({
  page,
  browserErrors,
}) => {
  const { email } = await freePerson();
  browserErrors.allow(/409 .*\/auth\/token/);
  await page.goto('/login');
  await waitForGoogle(page);
  await signInAtGoogle(page, () => page.getByText('Login with Google').click(), { email });
  await expect(page.getByRole('alert')).toHaveText(/sign in .* link Google/i);
  await expect(page).toHaveURL('/login');
});

test('signing up with Google takes one step', async ({ page }) => {
  await page.goto('/signup');
  await waitForGoogle(page);
  const press = () => page.getByText('Sign up with Google').click();
  await signInAtGoogle(page, press, { email: newEmail() });
  await expect(page).toHaveURL('/');
  await expect(page.getByText(upgradeText)).toBeVisible();
});

test('if Google cannot be loaded, an error is shown and another press retries', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED.*\/gsi\/client/);
  await page.route('**/gsi/client', (route) => route.abort());
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Login with Google' });
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(
    "Google couldn't be loaded. A content blocker or your network may have blocked it. Please try again.",
  );
  await page.unroute('**/gsi/client');
  await button.click();
  await expect(googleButton(page)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('an unreachable server after Google responds is shown as a failed login', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED.*\/auth\/token/);
  await page.route('**/api/auth/token', (route) => route.abort());
  await page.goto('/login');
  await waitForGoogle(page);
  const press = () => page.getByText('Login with Google').click();
  await signInAtGoogle(page, press, { email: newEmail() });
  await expect(page.getByRole('alert')).toHaveText('Failed login');
});

test("a press that misses Google's iframe shows Google's button", async ({ page }) => {
  await page.goto('/login');
  await waitForGoogle(page);
  await page.getByRole('group', { name: 'Login with Google' }).dispatchEvent('click');
  await expect(
    page.getByText('Google sign-in is ready. Select the Google button to continue.'),
  ).toBeAttached();
  await signInAtGoogle(page, () => googleButton(page).click(), { email: newEmail() });
  await expect(page).toHaveURL('/');
});

test('sign-in methods that are not configured are hidden', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, google_client_id: null, apple_client_id: null } });
  });
  await page.goto('/login');
  await expect(page.getByText('Open the sandbox')).toBeVisible();
  await expect(page.getByText('with Google')).toBeHidden();
  await expect(page.getByText('with Apple')).toBeHidden();
});
