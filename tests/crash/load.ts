import { eventually } from '../support/eventually.ts';
import { createRandom } from '../support/hostile/random.ts';
import type { AppUnderTest, TestClient } from '../support/requests/test-client.ts';
import { createAccountsLane } from './lanes/accounts.lane.ts';
import { createBanksLane } from './lanes/banks.lane.ts';
import { createBudgetLane } from './lanes/budget.lane.ts';
import { createDeletionLane } from './lanes/deletion.lane.ts';
import { createExchangeLane } from './lanes/exchange.lane.ts';
import type { Lane, LaneContext } from './lanes/lane.ts';
import { createPurchasesLane, signUpBuyer } from './lanes/purchases.lane.ts';
import { createRecurringLane } from './lanes/recurring.lane.ts';
import { createSignInLane } from './lanes/sign-in.lane.ts';
import { createTransactionsLane } from './lanes/transactions.lane.ts';
import { createVisitorsLane } from './lanes/visitors.lane.ts';
import { createPerson, type Person, retry } from './person.ts';

/** A user and the lanes that write their data. */
interface Member {
  person: Person;
  lanes: Lane[];
  deletion: Lane;
  /** True if the user deletes their account in this round. */
  deletesAccount: boolean;
  /** In milliseconds since 1970: the sign-in or the latest step-up. */
  steppedUpAt: number;
}

/** In milliseconds. */
const stepUpInterval = 4 * 60_000;
/** Rounds after which a user may delete their account. */
const minRounds = 2;

/** Users, visitors, and a buyer who all write at the same time. */
export class Load {
  #members: Member[] = [];
  readonly #otherLanes: Lane[];
  readonly #buyer: TestClient;
  readonly #userCount: number;

  private constructor(userCount: number, buyer: TestClient, otherLanes: Lane[]) {
    this.#userCount = userCount;
    this.#buyer = buyer;
    this.#otherLanes = otherLanes;
  }

  /** Creates a load with this many users at a time. */
  static async create(app: LaneContext['app'], userCount: number): Promise<Load> {
    const buyer = await retry(() => signUpBuyer(app));
    const otherLanes = [createVisitorsLane(), createPurchasesLane(buyer.client, buyer.id)];
    return new Load(userCount, buyer.client, otherLanes);
  }

  /** The users who have an account. */
  get people(): Person[] {
    return this.#members.map(({ person }) => person).filter(({ exists }) => exists.value);
  }

  /** Replaces deleted users, and prepares all users for a round. */
  async prepare(app: AppUnderTest, context: LaneContext): Promise<void> {
    const { random, ledger } = context;
    this.#members = this.#members.filter(({ person }) => person.exists.value);
    const missing = Array.from({ length: this.#userCount - this.#members.length });
    const created = await Promise.all(missing.map(() => createPerson(app, ledger.round)));
    this.#members.push(...created.map(createMember));
    await retry(() => renewToken(this.#buyer));
    for (const member of this.#members) {
      const { client, password, signUpRound } = member.person;
      // Some writes require a sign-in or step-up within the last ten minutes.
      if (Date.now() - member.steppedUpAt > stepUpInterval) {
        const body = { factor: 'password', password: password.value } as const;
        await retry(() => client.request('POST /user/step_up', { body }).then(() => true));
        await retry(() => renewToken(client));
        member.steppedUpAt = Date.now();
      }
      member.deletesAccount = ledger.round - signUpRound >= minRounds && random.chance(0.25);
    }
  }

  /** True if a user deletes their account in this round, which ends their sessions. */
  get hasDeletion(): boolean {
    return this.#members.some(({ deletesAccount }) => deletesAccount);
  }

  /** Writes in all lanes until `isOver` returns true. A lane ends earlier if a write is not acknowledged. */
  async run(context: LaneContext, isOver: () => boolean): Promise<void> {
    const lanes = this.#members.flatMap(({ lanes: own, deletion, deletesAccount }) =>
      deletesAccount ? [...own, deletion] : own,
    );
    await Promise.all(
      [...lanes, ...this.#otherLanes].map((lane) => runLane(lane, forkContext(context), isOver)),
    );
  }

  /** Checks whether users who deleted their account still exist. Lanes of deleted users are not compared. */
  async compareDeletions(context: LaneContext): Promise<void> {
    const deleting = this.#members.filter(({ deletesAccount }) => deletesAccount);
    await compareLanes(
      deleting.map(({ deletion }) => deletion),
      context,
    );
  }

  /** Repeats the writes without a response that users would repeat. */
  async repeat(context: LaneContext): Promise<void> {
    for (const lane of this.#remainingLanes().flat()) await lane.repeat?.(context);
  }

  /** Compares all lanes with what the API returns. */
  async compare(context: LaneContext): Promise<void> {
    await Promise.all(this.#remainingLanes().map((lanes) => compareLanes(lanes, context)));
  }

  /** The lanes of each user who has an account, and of everyone else. */
  #remainingLanes(): Lane[][] {
    const members = this.#members.filter(({ person }) => person.exists.value);
    return [...members.map(({ lanes }) => lanes), this.#otherLanes];
  }
}

function createMember(person: Person): Member {
  const lanes = [
    createTransactionsLane,
    createBudgetLane,
    createAccountsLane,
    createRecurringLane,
    createSignInLane,
    createBanksLane,
    createExchangeLane,
  ].map((create) => create(person));
  const deletion = createDeletionLane(person);
  return { person, lanes, deletion, deletesAccount: false, steppedUpAt: Date.now() };
}

/** Each lane makes its own choices, so that they don't depend on which response arrives first. */
const forkContext = (context: LaneContext): LaneContext => ({
  ...context,
  random: createRandom(context.random.below(2 ** 31)),
});

async function runLane(lane: Lane, context: LaneContext, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    // A failed GET is not a write. The lane then ends, as after a write without a response.
    const outcome = await lane.write(context).catch(() => 'unknown' as const);
    if (outcome !== 'acknowledged') return;
  }
}

/** In milliseconds: how long reading may fail after everything has recovered. */
const readTimeout = 30_000;

/** Compares lanes one after the other. Reading is retried, because a busy machine may be short of connections. */
async function compareLanes(lanes: readonly Lane[], context: LaneContext): Promise<void> {
  for (const lane of lanes) {
    let failure = '';
    const compare = () =>
      lane.compare(context).then(
        () => true,
        (error: unknown) => {
          failure = String(error);
          return false;
        },
      );
    await eventually(compare, 'the API can be read', readTimeout).catch(() =>
      context.ledger.report('stuck', `could not compare: ${failure}`),
    );
  }
}

/** Renews the token of a client. A token is valid for an hour, and a run may take longer. Returns true. */
async function renewToken(client: TestClient): Promise<true> {
  client.token = (await client.request('POST /user/upgrade_token')).access_token;
  return true;
}
