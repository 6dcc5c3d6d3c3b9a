import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enrollTotp, MovableClock, totpCode } from '../../support/requests/second-factors.ts';
import { signIn, TestClient, testPassword } from '../../support/requests/test-client.ts';
import { waitForEmailedLink } from '../entry/emailed-link.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { letFactorResetAge } from '../support/let-time-pass.ts';
import { freePerson, type Person, product } from '../support/person.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';

const dialog = '[role="dialog"]';
const twoStep = (page: Page) => regionNamed(page, 'Two-step verification');

/** The code that an authenticator app shows now, or `seconds` from now. */
const codeIn = (secret: string, seconds = 0) =>
  totpCode(secret, new Date(Date.now() + seconds * 1000));

/** Waits for the email about a request to turn off two-step verification. Resolves to its link that cancels. */
async function waitForCancelLink(email: string): Promise<string> {
  let link = '';
  await expect(async () => {
    link = await waitForEmailedLink(email);
    expect(link).toContain('/cancelFactorReset#code=');
  }).toPass();
  return link;
}

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('two-step verification is turned on, required at sign-in, and turned off', async ({
  page,
  isWide,
  browserErrors,
}) => {
  const person = await freePerson();
  browserErrors.allow(/(401|403) .*\/api\//);
  await openAs(person, page, '/profile#two-step');
  await twoStep(page).getByRole('button', { name: 'Set up authenticator app' }).click();
  const setUp = dialogNamed(page, 'Set up your authenticator app');
  await expect(setUp.getByRole('img', { name: 'QR code with the key below' })).toBeVisible();
  await expectAccessible(page, 'setting up an authenticator app', dialog);
  const key = await setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = (key ?? '').replaceAll(' ', '');
  // A phone can't scan its own screen.
  const openApp = setUp.getByRole('link', { name: 'Open in your authenticator app' });
  if (isWide) await expect(openApp).toBeHidden();
  else await expect(openApp).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*${secret}`));
  await setUp.getByLabel('Code from the app').fill(codeIn(secret));

  // The browser asks before the page is left with codes that are shown once.
  const codes = dialogNamed(page, 'Save your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const lostCodes = await codes.getByRole('listitem').allTextContents();
  const leave = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await leave).dismiss();
  await expect(codes.getByText(lostCodes[0] ?? '')).toBeVisible();
  page.once('dialog', (warning) => warning.accept());
  await page.reload();
  await expect(
    twoStep(page).getByText("You haven't confirmed that you saved these codes."),
  ).toBeVisible();
  await expectAccessible(page, 'recovery codes that were not saved', '#two-step');
  await twoStep(page).getByRole('button', { name: 'Create new codes' }).click();
  await dialogNamed(page, 'Create new recovery codes?')
    .getByRole('button', { name: 'Create new codes' })
    .click();
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expect(codes.getByText(lostCodes[0] ?? '')).toHaveCount(0);
  await expectAccessible(page, 'the recovery codes', dialog);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: 'Download' }).click(),
  ]);
  const recoveryCodes = await codes.getByRole('listitem').allTextContents();
  const text = await readFile(await file.path(), 'utf8');
  for (const code of recoveryCodes) expect(text).toContain(code);
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await expect(twoStep(page).getByText('10 unused codes left')).toBeVisible();
  await expect(
    twoStep(page).getByText("You haven't confirmed that you saved these codes."),
  ).toBeHidden();
  await expectAccessible(page, 'two-step verification that is on', '#two-step');

  // The second step: a wrong code, then the right one. The device is trusted.
  await logOut(page);
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
  const code = page.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await page.getByLabel('Trust this device for 30 days').check();
  await code.fill('000000');
  await expect(page.getByText('This code is wrong or was already used.')).toBeVisible();
  await expectAccessible(page, 'the second step, with an error');
  await code.fill(codeIn(secret, 30));
  await expect(page).toHaveURL('/');

  // On the trusted device, the password is enough.
  await logOut(page);
  await logIn(page, person);
  await expect(page).toHaveURL('/');
  await page.goto('/profile#devices');
  await expect(regionNamed(page, 'Devices').getByText('Trusted')).toBeVisible();

  // A sensitive call still needs the second step. Canceling changes nothing.
  const start = page.getByRole('button', { name: 'Download my data' });
  await start.click();
  const stepUp = dialogNamed(page, "Confirm that it's you");
  await expect(stepUp.getByLabel('Code from your authenticator app')).toBeFocused();
  await expectAccessible(page, 'the step-up', dialog);
  await stepUp.getByRole('button', { name: 'Cancel' }).click();
  await expect(stepUp).toBeHidden();
  await expect(start).toBeVisible();
  await expect(regionNamed(page, 'Your data').getByRole('alert')).toHaveCount(0);
  await start.click();
  await stepUp.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await stepUp.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[0] ?? '');
  await Promise.all([
    page.waitForEvent('download'),
    stepUp.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  await expect(twoStep(page).getByText('9 unused codes left')).toBeVisible();

  await regionNamed(page, 'Devices')
    .getByRole('button', { name: /^Stop trusting/ })
    .click();
  await expect(regionNamed(page, 'Devices').getByText('Trusted')).toBeHidden();
  await twoStep(page).getByRole('button', { name: 'Turn off two-step verification' }).click();
  await dialogNamed(page, 'Turn off two-step verification?')
    .getByRole('button', { name: 'Turn off' })
    .click();
  await expect(
    twoStep(page).getByRole('button', { name: 'Set up authenticator app' }),
  ).toBeVisible();
});

test('a code for a setup that was started again in another tab leads to a new start', async ({
  page,
  browserErrors,
}) => {
  const person = await freePerson();
  browserErrors.allow(/409 .*\/api\/user\/totp\/confirm/);
  await openAs(person, page, '/profile#two-step');
  await twoStep(page).getByRole('button', { name: 'Set up authenticator app' }).click();
  const setUp = dialogNamed(page, 'Set up your authenticator app');
  const key = setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const firstSecret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await person.api.request('POST /user/totp');
  await setUp.getByLabel('Code from the app').fill(codeIn(firstSecret));
  await expect(setUp.getByText('Setup was started again in another tab')).toBeVisible();
  await expectAccessible(page, 'a setup that was started again elsewhere', dialog);
  await setUp.getByRole('button', { name: 'Start over' }).click();
  await expect(setUp.getByLabel('Code from the app')).toBeFocused();
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await setUp.getByLabel('Code from the app').fill(codeIn(secret));
  await expect(dialogNamed(page, 'Save your recovery codes')).toBeVisible();
});

test('a recovery code signs in, and a step-up over a dialog leads to new codes', async ({
  page,
  browserErrors,
}) => {
  const person = await freePerson();
  browserErrors.allow(/(401|403) .*\/api\//);
  const earlier = new TestClient(product, await signIn(product, person.email, testPassword));
  const { recoveryCodes } = await enrollTotp(person.api, new MovableClock());
  await page.goto('/login?next=%2Fprofile');
  await logIn(page, person);
  await page.getByRole('button', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await logIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  const [first = '', second = ''] = recoveryCodes;
  await page.getByLabel('Recovery code', { exact: true }).fill(first.toUpperCase());
  await page.getByLabel('Recovery code', { exact: true }).press('Enter');
  await expect(page).toHaveURL('/profile');
  await expect(twoStep(page).getByText('9 unused codes left')).toBeVisible();

  // A session from before the enrollment needs the second step, also over an open dialog.
  await openAs({ email: person.email, api: earlier }, page, '/profile#two-step');
  await twoStep(page).getByRole('button', { name: 'Create new codes' }).click();
  const create = dialogNamed(page, 'Create new recovery codes?');
  await create.getByRole('button', { name: 'Create new codes' }).click();
  const stepUp = dialogNamed(page, "Confirm that it's you");
  await stepUp.getByRole('button', { name: 'Cancel' }).click();
  await expect(create).toBeVisible();
  await create.getByRole('button', { name: 'Create new codes' }).click();
  await stepUp.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await stepUp.getByLabel('Recovery code', { exact: true }).fill(second);
  await stepUp.getByRole('button', { name: 'Confirm' }).click();
  const codes = dialogNamed(page, 'Save your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  for (const code of recoveryCodes) await expect(codes.getByText(code)).toHaveCount(0);
});

test('a user who has lost every second factor asks to turn off two-step verification, and the emailed link cancels the request', async ({
  page,
  browserErrors,
}) => {
  const person = await freePerson();
  browserErrors.allow(/(401|422) .*\/api\//);
  await enrollTotp(person.api, new MovableClock());
  await page.goto('/login');
  await logIn(page, person);
  await page.getByRole('button', { name: 'Lost your phone and recovery codes?' }).click();
  await expect(
    page.getByRole('heading', { name: 'Lost your phone and recovery codes?' }),
  ).toBeFocused();
  await page.getByRole('button', { name: 'Ask to turn it off' }).click();
  await expect(page.getByText('You asked to turn off two-step verification.')).toBeVisible();
  await expectAccessible(page, 'the second step, with an open request');
  const link = await waitForCancelLink(person.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Keep two-step verification?' })).toBeVisible();
  // The code has been removed from the address, and survives a reload.
  await expect(page).toHaveURL('/cancelFactorReset');
  await page.reload();
  await expectAccessible(page, 'canceling the request');
  await page.getByRole('button', { name: 'Cancel the request' }).click();
  await expect(page.getByRole('heading', { name: 'The request is canceled' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Cancel the request' }).click();
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/login');
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
  await expect(page.getByText('A request to turn off two-step verification is open.')).toBeHidden();
});

test('a user who has lost every second factor turns two-step verification off 72 hours after the request', async ({
  page,
  browserErrors,
}) => {
  const person = await freePerson();
  browserErrors.allow(/401 .*\/api\//);
  await enrollTotp(person.api, new MovableClock());
  await page.goto('/login');
  await logIn(page, person);
  await page.getByRole('button', { name: 'Lost your phone and recovery codes?' }).click();
  await page.getByRole('button', { name: 'Ask to turn it off' }).click();
  await waitForCancelLink(person.email);
  await letFactorResetAge(person, 71);
  await page.goto('/login');
  await logIn(page, person);
  await expect(
    page.getByText('A request to turn off two-step verification is open.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn it off and log in' })).toHaveCount(0);

  await letFactorResetAge(person, 2);
  await page.goto('/login');
  await logIn(page, person);
  await expect(page.getByText('The 72 hours have passed.')).toBeVisible();
  await expectAccessible(page, 'the second step, which can be turned off');
  await page.getByRole('button', { name: 'Turn it off and log in' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/profile#two-step');
  await expect(
    twoStep(page).getByRole('button', { name: 'Set up authenticator app' }),
  ).toBeVisible();
  await expect(regionNamed(page, 'Activity')).toContainText('Two-step verification');
  expect((await person.api.call('GET /user/me')).status).toBe(401);

  // From now on, the password is enough.
  await logOut(page);
  await logIn(page, person);
  await expect(page).toHaveURL('/');
});
