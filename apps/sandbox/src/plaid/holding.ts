import type {
  AccountType,
  Life,
  LifeAccount,
  LifeStream,
  LifeTransaction,
  Person,
  StreamFrequency,
} from '@cairn/people/life';
import { personByUsername } from '@cairn/people/people';
import type { LifeSecurity } from '@cairn/people/positions';
import { PlaidRefusal } from './errors.ts';
import { parseUserCustom } from './user-custom.ts';

/** An account as its bank keeps it; the aggregator also knows accounts of no type of their own. */
export interface HeldAccount extends Omit<LifeAccount, 'type'> {
  type: AccountType | 'other';
  /** What an investment account holds, where that does not follow from its balance. */
  positions?: readonly HeldPosition[];
}

/** What an account holds of one security. */
export interface HeldPosition {
  security: Omit<LifeSecurity, 'name'> & { name: string | null };
  quantity: number;
  /** Of one, major units. */
  price: number;
  /** The day (ISO) that the price is of, where it is known. */
  priceDay: string | null;
  /** Minor units of `currency`. */
  value: number;
  cost: number | null;
  currency: string;
}

/** A row as its bank keeps it. Amounts are minor units, positive out. */
export interface HeldRow extends Omit<LifeTransaction, 'category'> {
  /** A detailed key in upper case; null where the aggregator could not tell. */
  category: string | null;
  /** The category was not given but guessed. */
  guessed?: boolean;
  /** Minor units that are added when a pending row posts. */
  tip?: number;
}

/** What a bank knows of one login on one day. */
export interface Holding {
  accounts: readonly HeldAccount[];
  /** Oldest first. */
  rows: readonly HeldRow[];
  /** Streams of a made-up person, worked out by the one who made them up. */
  streams: readonly LifeStream[];
  /** How often the streams of a `user_custom` repeat, by stream id: these are worked out from the rows. */
  frequencies: ReadonlyMap<string, StreamFrequency>;
}

/** A login that a bank accepts. */
export interface Login {
  username: string;
  password: string;
}

/** A login whose bank side can be asked for any day. */
export interface Holder {
  /** A `user_custom` holds what it was given and does not live on by itself. */
  livesOn: boolean;
  on(day: string, seed: number): Holding;
}

/** The user name whose password is the JSON of a whole person. */
export const CUSTOM_USERNAME = 'user_custom';

/** Who signs in with these credentials. Throws INVALID_CREDENTIALS, with the reason where a `user_custom` doesn't parse. */
export function holderOf(login: Login): Holder {
  if (login.username === CUSTOM_USERNAME) {
    const holding = customHolding(login.password);
    return { livesOn: false, on: () => holding };
  }
  const person = personByUsername(login.username);
  if (person === null || person.password !== login.password) {
    throw new PlaidRefusal('INVALID_CREDENTIALS', 'the provided credentials were not correct');
  }
  return { livesOn: true, on: (day, seed) => holdingOf(person, day, seed) };
}

/** Whether a login that was linked once is still one: people come and go between versions of the sandbox. */
export function isStillKnown({ username, password }: Login): boolean {
  return username === CUSTOM_USERNAME || personByUsername(username)?.password === password;
}

/** The holding that was asked for last: linking asks for the same one twice, and a long life takes its time. */
let last: { person: Person; day: string; seed: number; holding: Holding } | null = null;

function holdingOf(person: Person, day: string, seed: number): Holding {
  if (last?.person === person && last.day === day && last.seed === seed) return last.holding;
  const life: Life = person.live(day, seed);
  const holding = {
    accounts: life.accounts,
    rows: life.transactions,
    streams: life.streams,
    frequencies: new Map(),
  };
  last = { person, day, seed, holding };
  return holding;
}

/** The `user_custom` that was asked for last, likewise. */
let lastCustom: { password: string; holding: Holding } | null = null;

function customHolding(password: string): Holding {
  if (lastCustom?.password !== password)
    lastCustom = { password, holding: parseUserCustom(password) };
  return lastCustom.holding;
}
