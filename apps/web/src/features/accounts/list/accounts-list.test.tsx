import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleAccount } from '../../../testing/example-account.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { noLinkedAccountsMessage } from '../accounts.api.ts';
import { AccountsList } from './accounts-list.tsx';
import { InstitutionAccounts } from './institution-accounts.tsx';

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const card = exampleAccount({
  account_id: 'card',
  name: 'Card',
  type: 'credit',
  subtype: 'credit card',
  institution_color: '#0f766e',
});
const checking = exampleAccount({ institution_logo_url: png, institution_color: '#0f766e' });
const loan = exampleAccount({
  account_id: 'loan',
  name: 'Loan',
  type: 'loan',
  subtype: 'student',
  institution_name: 'A bank without a logo',
});

const noGroups = { accounts: {}, link_details: [], msg: '', last_sync_pretty: '' };

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last();
const names = () =>
  [...document.querySelectorAll('a[href^="/account/"]')].map((link) => link.textContent);

test('accounts are listed with assets before debts, each with the logo or initial of its bank, or an icon', async () => {
  fakeServer.respond('POST /user/accounts/grouped', {
    accounts: {
      'credit card': { accounts: [card], total: 1200, omitted_count: 0 },
      checking: { accounts: [checking], total: 1200, omitted_count: 0 },
      student: { accounts: [loan], total: 1200, omitted_count: 0 },
    },
    link_details: [],
    msg: '',
    last_sync_pretty: 'Just now',
  });
  await renderApp(<AccountsList />);
  await expect.element(page.getByRole('region', { name: 'Assets' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Debts' })).toBeVisible();
  expect(names().map((name) => name?.split(' ')[0])).toEqual(['Everyday', 'Card', 'Loan']);
  expect(row('Everyday').element().querySelector('img')?.getAttribute('src')).toBe(png);
  // The initial of the bank, or the icon of the type if the bank sends neither a logo nor a color.
  expect(row('Card').element().querySelector('.branded')?.textContent).toBe('H');
  expect(row('Loan').element().querySelector('[data-icon="student"]')).not.toBeNull();
});

test('the accounts of one bank have the icons of their types, assets first', async () => {
  fakeServer.respond('GET /user/accounts', { accounts: [card, checking] });
  await renderApp(<InstitutionAccounts accounts={[card, checking]} />);
  await expect.element(row('Everyday')).toBeVisible();
  expect(names().map((name) => name?.split(' ')[0])).toEqual(['Everyday', 'Card']);
  expect(document.querySelectorAll('[data-icon]')).toHaveLength(2);
  expect(document.querySelector('img')).toBeNull();
});

test('without a linked bank, the accounts list asks the user to link one', async () => {
  fakeServer.respond('POST /user/accounts/grouped', { ...noGroups, msg: noLinkedAccountsMessage });
  await renderApp(<AccountsList />);
  await expect.element(page.getByText(/^Link a bank to see your accounts here/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Link a bank' })).toBeVisible();
});

test('while a linked bank has not responded yet, the accounts list asks the user to wait', async () => {
  fakeServer.respond('POST /user/accounts/grouped', noGroups);
  await renderApp(<AccountsList />);
  await expect
    .element(page.getByText('Your accounts appear here once your bank responds.'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Link a bank' })).not.toBeInTheDocument();
});
