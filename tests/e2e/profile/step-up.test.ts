import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { linkExchange, listExchangeLinks } from '../../support/bank/exchange.ts';
import { enrollTotp, MovableClock } from '../../support/requests/second-factors.ts';
import { signIn, TestClient, testPassword } from '../../support/requests/test-client.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { type Person, paidPerson, product } from '../support/person.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';

/** Turns on two-step verification in one session, and returns the user with another, which then needs a step-up. */
async function turnOnTwoStepElsewhere({ email, api }: Person) {
  const token = await signIn(product, email, testPassword);
  const { recoveryCodes } = await enrollTotp(api, new MovableClock());
  return { user: { email, api: new TestClient(product, token) }, recoveryCodes };
}

const stepUp = (page: Page) => dialogNamed(page, "Confirm that it's you");

/** Confirms the open step-up with a recovery code. */
async function confirmWith(page: Page, code = ''): Promise<void> {
  await stepUp(page).getByRole('button', { name: 'Use a recovery code instead' }).click();
  await stepUp(page).getByLabel('Recovery code', { exact: true }).fill(code);
  await stepUp(page).getByRole('button', { name: 'Confirm' }).click();
}

test(
  'unlinking a bank needs the second step, and canceling that unlinks nothing',
  oneLayout,
  async ({ page, browserErrors }) => {
    const person = await paidPerson();
    const bank = { username: 'user_student', password: 'pass_student' };
    await person.api.linkBank(bank);
    const { user, recoveryCodes } = await turnOnTwoStepElsewhere(person);
    browserErrors.allow(/(403|404) .*\/api\//);
    await openAs(user, page, '/profile');
    await regionNamed(page, 'Linked institutions')
      .getByRole('link', { name: 'Harbor Savings' })
      .click();
    await page.getByRole('button', { name: 'Unlink Harbor Savings' }).click();
    const dialog = dialogNamed(page, 'Unlink Harbor Savings');
    await dialog.getByLabel('Type Harbor Savings to confirm').fill('harbor savings');
    const unlink = dialog.getByRole('button', { name: 'Unlink', exact: true });
    await unlink.click();
    await stepUp(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(stepUp(page)).toBeHidden();
    expect((await person.api.request('GET /user/accounts')).accounts).not.toEqual([]);
    await unlink.click();
    await confirmWith(page, 'aaaaa-aaaaa');
    await expect(stepUp(page).getByText('This recovery code is wrong')).toBeVisible();
    expect((await person.api.request('GET /user/accounts')).accounts).not.toEqual([]);
    await stepUp(page)
      .getByLabel('Recovery code', { exact: true })
      .fill(recoveryCodes[0] ?? '');
    await stepUp(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(/Bank unlinked|We couldn't find this bank/)).toBeVisible();
    expect((await person.api.request('GET /user/accounts')).accounts).toEqual([]);
  },
);

test(
  'unlinking the exchange needs the second step, and canceling that unlinks nothing',
  oneLayout,
  async ({ page, browserErrors }) => {
    const person = await paidPerson();
    const holder = `holder ${randomUUID()}`;
    await linkExchange(person.api, holder);
    const { user, recoveryCodes } = await turnOnTwoStepElsewhere(person);
    browserErrors.allow(/(403|404) .*\/api\//);
    await openAs(user, page, '/institution/crypto/Coinbase');
    const revoked = async () =>
      (await listExchangeLinks(product, holder)).map((each) => each.revoked);
    await page.getByRole('button', { name: 'Unlink' }).click();
    const unlink = dialogNamed(page, 'Unlink Coinbase?').getByRole('button', {
      name: 'Unlink Coinbase',
    });
    await unlink.click();
    await stepUp(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(stepUp(page)).toBeHidden();
    expect(await revoked()).toEqual([false]);
    await unlink.click();
    await confirmWith(page, recoveryCodes[0]);
    await expect(page.getByText('See your crypto here')).toBeVisible();
    await expect.poll(revoked).toEqual([true]);
  },
);

test(
  'deleting the account needs the second step instead of the password',
  oneLayout,
  async ({ page, browserErrors }) => {
    const { user, recoveryCodes } = await turnOnTwoStepElsewhere(await paidPerson());
    browserErrors.allow(/(401|403) .*\/api\//);
    await openAs(user, page, '/profile#delete');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = dialogNamed(page, 'Delete your account');
    await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email);
    await expect(dialog.getByLabel('Your password', { exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await stepUp(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(stepUp(page)).toBeHidden();
    expect((await user.api.call('GET /user/me')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await confirmWith(page, recoveryCodes[0]);
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
    await expect(signIn(product, user.email, testPassword)).rejects.toThrow('401');
  },
);
