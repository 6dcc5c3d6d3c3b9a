import { workedExample } from '../../support/bank/worked-example.ts';
import { eventually } from '../../support/eventually.ts';
import { freePerson, type Person, paidPerson, personFromToken } from './person.ts';

/** Users that all tests share and none may change. They are set up once, before the first test. */
export interface SharedPeople {
  /** A user who has just signed up. */
  free: Person;
  /** A user who has paid and linked nothing. */
  paid: Person;
  /** A user with two years of a household's data. */
  household: Person;
  /** A user with the worked example: few rows, one of each kind. */
  example: Person;
}

/** A new user who has paid and linked the worked example, not shared with other tests. */
export async function personWithWorkedExample(): Promise<Person> {
  const person = await paidPerson();
  await person.api.linkBank(workedExample(Temporal.Now.plainDateISO('UTC')));
  return person;
}

async function household(): Promise<Person> {
  const person = await paidPerson();
  await person.api.linkBank({ username: 'user_good', password: 'pass_good' });
  return person;
}

/** Playwright's global setup. The workers inherit the environment variable that it sets. */
export default async function setUpSharedPeople(): Promise<void> {
  const people = {
    free: freePerson(),
    paid: paidPerson(),
    household: household(),
    example: personWithWorkedExample(),
  };
  const tokens = await Promise.all(
    Object.entries(people).map(async ([name, person]) => {
      const { email, api } = await person;
      return [name, { email, token: api.token }] as const;
    }),
  );
  await waitForDemoData(await people.free);
  process.env.E2E_SHARED_PEOPLE = JSON.stringify(Object.fromEntries(tokens));
}

/** Waits for the demo's data: the day's first demo request starts writing it, which takes a while. */
async function waitForDemoData({ api }: Person): Promise<void> {
  await eventually(async () => {
    const { status } = await api.call('GET /user/transactions/recent', { demo: true });
    return status === 200;
  }, "the demo's data is written");
}

/** The shared users of this run. */
export function sharedPeople(): SharedPeople {
  const tokens = JSON.parse(process.env.E2E_SHARED_PEOPLE ?? '{}') as Record<
    keyof SharedPeople,
    { email: string; token: string }
  >; // Set by the global setup above.
  return {
    free: personFromToken(tokens.free),
    paid: personFromToken(tokens.paid),
    household: personFromToken(tokens.household),
    example: personFromToken(tokens.example),
  };
}
