import { type BankLogin, type ProductUrls, SampleUser } from '../product/sample-user.ts';
import type { GalleryState } from './gallery-options.ts';

/** The users whose data the pictures show. */
export interface GalleryUsers {
  /** Two years of a household's data, a budget, and crypto. */
  full: SampleUser;
  /** Paid, without banks. */
  empty: SampleUser;
  /** One account with one transaction. */
  oneItem: SampleUser;
  /** Names that are longer than any layout expects. */
  longNames: SampleUser;
  /** On the free plan. */
  free: SampleUser;
}

/** The user that a state shows. */
export function userOf(users: GalleryUsers, state: GalleryState): SampleUser {
  switch (state) {
    case 'empty':
      return users.empty;
    case 'one-item':
      return users.oneItem;
    case 'long-names':
      return users.longNames;
    case 'demo':
    case 'free':
      return users.free;
    default:
      return users.full;
  }
}

/** Creates the users through the API. */
export async function createGalleryUsers(urls: ProductUrls): Promise<GalleryUsers> {
  const [full, empty, oneItem, longNames, free] = await Promise.all([
    paidUser(urls, { username: 'user_good', password: 'pass_good' }),
    paidUser(urls),
    paidUser(urls, oneItemLogin()),
    paidUser(urls, longNamesLogin()),
    SampleUser.signUp(urls),
  ]);
  const { budgets } = await full.post<{ budgets: { budget: { id: string } }[] }>('/user/budget', {
    earnings: 5_000,
    bills: 2_500,
    spending: 1_200,
  });
  const budget_id = budgets[0]?.budget.id;
  for (const [category, amount] of [
    ['FOOD_AND_DRINK', 600],
    ['TRANSPORTATION', 150],
  ] as const)
    await full.post('/user/budget/cat', { category, amount, budget_id });
  return { full, empty, oneItem, longNames, free };
}

async function paidUser(urls: ProductUrls, login?: BankLogin): Promise<SampleUser> {
  const user = await SampleUser.signUp(urls);
  await user.pay();
  if (login !== undefined) await user.linkBank(login);
  return user;
}

const today = () => Temporal.Now.plainDateISO('UTC').toString();

const customLogin = (accounts: readonly object[]): BankLogin => ({
  username: 'user_custom',
  password: JSON.stringify({ override_accounts: accounts }),
});

const transaction = (amount: number, description: string) => ({
  date_transacted: today(),
  date_posted: today(),
  amount,
  description,
  currency: 'USD',
  category: 'food_and_drink_coffee',
});

const oneItemLogin = () =>
  customLogin([
    {
      type: 'depository',
      subtype: 'checking',
      starting_balance: 1_000,
      currency: 'USD',
      meta: { name: 'Checking', mask: '0001' },
      transactions: [transaction(4.5, 'Corner Coffee')],
    },
  ]);

function longNamesLogin(): BankLogin {
  const account =
    'The Extraordinarily Long-Named Household Operating and Emergency Reserve Account';
  const merchant =
    'International Consolidated Purveyors of Unreasonably Long Merchant Names, Northeast Division';
  const unbroken = 'W'.repeat(60);
  return customLogin([
    {
      type: 'depository',
      subtype: 'checking',
      starting_balance: 98_765_432.1,
      currency: 'USD',
      meta: { name: account, mask: '0001' },
      transactions: [
        transaction(12_345_678.9, merchant),
        transaction(87.65, unbroken),
        transaction(-9_876_543.21, `Payroll of ${merchant}`),
      ],
    },
    {
      type: 'credit',
      subtype: 'credit card',
      starting_balance: 1_234_567.89,
      currency: 'USD',
      meta: { name: `${account} Card`, mask: '0002', limit: 2_000_000 },
      transactions: [transaction(765_432.1, merchant)],
    },
  ]);
}
