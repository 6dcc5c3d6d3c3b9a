import { eventually } from '../support/eventually.ts';
import { workedExample } from '../support/worked-example.ts';
import { freePerson, type Person, paidPerson, personWith } from './person.ts';

/**
 * People that every test may look at and none may change: signed up, paid and linked once for the
 * whole run, before the first test.
 */
export interface Readers {
  /** Someone who has just signed up. */
  free: Person;
  /** Someone who has paid and linked nothing. */
  paid: Person;
  /** Someone with two years of a household's money. */
  household: Person;
  /** Someone with the worked example: few rows, one of each kind. */
  example: Person;
}

/** Someone who has paid and linked the worked example, all their own. */
export async function workedPerson(): Promise<Person> {
  const person = await paidPerson();
  await person.api.link(workedExample(Temporal.Now.plainDateISO('UTC')));
  return person;
}

async function household(): Promise<Person> {
  const person = await paidPerson();
  await person.api.link({ username: 'user_good', password: 'pass_good' });
  return person;
}

/** Runs once, when the product is ready; the workers inherit what it leaves in the environment. */
export default async function setUpReaders(): Promise<void> {
  const made = {
    free: freePerson(),
    paid: paidPerson(),
    household: household(),
    example: workedPerson(),
  };
  const tokens = await Promise.all(
    Object.entries(made).map(async ([name, making]) => {
      const { email, api } = await making;
      return [name, { email, token: api.token }] as const;
    }),
  );
  await writeDemoDay(await made.free);
  process.env.E2E_READERS = JSON.stringify(Object.fromEntries(tokens));
}

/** The first look of a day at the demo waits for its day to be written: here, not in a test. */
async function writeDemoDay({ api }: Person): Promise<void> {
  await eventually(async () => {
    const { status } = await api.call('GET /user/transactions/recent', { demo: true });
    return status === 200;
  }, "the demo's day is written");
}

/** The people of this run. */
export function readers(): Readers {
  const made = JSON.parse(process.env.E2E_READERS ?? '{}') as Record<
    keyof Readers,
    { email: string; token: string }
  >; // Written above.
  return {
    free: personWith(made.free),
    paid: personWith(made.paid),
    household: personWith(made.household),
    example: personWith(made.example),
  };
}
