import type {
  AccountType,
  Life,
  LifeAccount,
  LifeStream,
  LifeTransaction,
  Person,
  StreamFrequency,
} from '@cairn/people/life';
import type { LifeSecurity } from '@cairn/people/money/holdings';
import { personByUsername } from '@cairn/people/people';
import { PlaidApiError } from '../calls/errors.ts';
import { parseUserCustom } from '../custom/user-custom.ts';

/** An account at its bank. The aggregator has an additional type, 'other'. */
export interface BankAccount extends Omit<LifeAccount, 'type'> {
  type: AccountType | 'other';
  /** The holdings of an investment account. Derived from the balance if omitted. */
  holdings?: readonly BankHolding[];
}

/** An account's holding of one security. */
export interface BankHolding {
  security: Omit<LifeSecurity, 'name'> & { name: string | null };
  quantity: number;
  /** Price per unit, in major units. */
  price: number;
  /** The ISO date of the price. Null if unknown. */
  priceDay: string | null;
  /** Minor units of `currency`. */
  value: number;
  cost: number | null;
  currency: string;
}

/** A transaction at its bank. Amounts are in minor units, and positive for money out. */
export interface BankTransaction extends Omit<LifeTransaction, 'category'> {
  /** A detailed key in upper case. Null if the aggregator could not determine it. */
  category: string | null;
  /** True if the category is a default, because none was given. */
  guessed?: boolean;
  /** Minor units to add when a pending row posts. */
  tip?: number;
}

/** A bank's data for one login on one day. */
export interface BankData {
  accounts: readonly BankAccount[];
  /** Oldest first. */
  rows: readonly BankTransaction[];
  /** Streams of a built-in person, which come with the generated life. */
  streams: readonly LifeStream[];
  /** Frequencies of a `user_custom`'s streams by stream ID. The streams themselves are derived from the rows. */
  frequencies: ReadonlyMap<string, StreamFrequency>;
}

/** A login that a bank accepts. */
export interface Login {
  username: string;
  password: string;
}

/** A bank login with its data on any day. */
export interface BankLogin {
  /** True if each new day adds rows. False for a `user_custom`, whose data is fixed. */
  advancesDaily: boolean;
  dataOn(day: string, seed: number): BankData;
}

/** The username whose password is a person as JSON. */
export const CUSTOM_USERNAME = 'user_custom';

/** Resolves credentials to a bank login. Throws INVALID_CREDENTIALS, with the reason if a `user_custom` is invalid. */
export function findBankLogin(login: Login): BankLogin {
  if (login.username === CUSTOM_USERNAME) {
    const bankData = customBankData(login.password);
    return { advancesDaily: false, dataOn: () => bankData };
  }
  const person = personByUsername(login.username);
  if (person === null || person.password !== login.password) {
    throw new PlaidApiError('INVALID_CREDENTIALS', 'the provided credentials were not correct');
  }
  return { advancesDaily: true, dataOn: (day, seed) => generateBankData(person, day, seed) };
}

/** True if a saved login still exists: built-in people can change between versions of the sandbox. */
export function isValidLogin({ username, password }: Login): boolean {
  return username === CUSTOM_USERNAME || personByUsername(username)?.password === password;
}

/** Cache of the last result: linking needs the same data twice, and generating a long life is slow. */
let lastGenerated: { person: Person; day: string; seed: number; bankData: BankData } | null = null;

function generateBankData(person: Person, day: string, seed: number): BankData {
  const last = lastGenerated;
  if (last?.person === person && last.day === day && last.seed === seed) return last.bankData;
  const life: Life = person.generateLife(day, seed);
  const bankData = {
    accounts: life.accounts,
    rows: life.transactions,
    streams: life.streams,
    frequencies: new Map(),
  };
  lastGenerated = { person, day, seed, bankData };
  return bankData;
}

/** Cache of the last `user_custom`, for the same reason. */
let lastCustom: { password: string; bankData: BankData } | null = null;

function customBankData(password: string): BankData {
  if (lastCustom?.password !== password)
    lastCustom = { password, bankData: parseUserCustom(password) };
  return lastCustom.bankData;
}
