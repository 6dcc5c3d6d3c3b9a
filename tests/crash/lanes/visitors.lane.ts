import { randomUUID } from 'node:crypto';
import { queryDirectly } from '../../support/database/direct-connection.ts';
import { extractCode, listMailTo } from '../../support/mail/mail.ts';
import { TestClient, testPassword } from '../../support/requests/test-client.ts';
import { type Outcome, Register } from '../ledger.ts';
import type { Lane, LaneContext } from './lane.ts';
import { canSignIn } from './sign-in.lane.ts';

interface Visitor {
  email: string;
  exists: Register<boolean>;
  password: Register<string>;
  /** The expected number of emails with a reset link: `min` if only acknowledged calls succeeded, `max` if all others did too. */
  mails: { min: number; max: number };
}

/** Sign-ups in a round. Each costs some processor time for its password. */
const maxVisitors = 4;
const newPassword = 'battery horse correct';

/** Signs up visitors, who forget their password and set a new one with the code from the email. */
export function createVisitorsLane(): Lane {
  let visitors: Visitor[] = [];
  /** The codes that arrived in earlier rounds. */
  const codes: { visitor: Visitor; code: string }[] = [];

  async function signUp({ app, ledger }: LaneContext): Promise<Outcome> {
    const email = `visitor-${randomUUID()}@example.com`;
    const exists = new Register(`the account of ${email}`, false);
    const password = new Register(`the password of ${email}`, testPassword);
    const visitor = { email, exists, password, mails: { min: 0, max: 0 } };
    visitors.push(visitor);
    const { outcome } = await ledger.send(new TestClient(app), 'POST /signup', {
      body: { email, password: testPassword },
    });
    return exists.record(true, outcome);
  }

  async function forgetPassword({ email, mails }: Visitor, { app, ledger }: LaneContext) {
    const { outcome } = await ledger.send(new TestClient(app), 'POST /user/forgotpwd', {
      body: { email },
    });
    mails.min += Number(outcome === 'acknowledged');
    mails.max += Number(outcome !== 'rejected');
    return outcome;
  }

  async function resetPassword({ app, ledger }: LaneContext): Promise<Outcome> {
    const next = codes.shift();
    if (next === undefined) return 'rejected';
    const { visitor, code } = next;
    visitors.push(visitor);
    const { outcome } = await ledger.send(new TestClient(app), 'POST /user/resetpwd', {
      body: { code, password: newPassword },
    });
    return visitor.password.record(newPassword, outcome);
  }

  async function compareMails(visitor: Visitor, context: LaneContext): Promise<void> {
    const { app, ledger } = context;
    const { email, mails } = visitor;
    const received = (await listMailTo(app, email)).filter(({ subject }) =>
      /password/i.test(subject),
    );
    const difference = `${email} got ${received.length} emails instead of ${mails.min} to ${mails.max}`;
    if (received.length > mails.max) ledger.report('doubled', difference);
    if (received.length < mails.min && !(await isAbandoned(email, context)))
      ledger.report('lost', difference);
    const [mail] = received;
    if (mail !== undefined && visitor.password.value === testPassword)
      codes.push({ visitor, code: extractCode(mail) });
  }

  return {
    async write(context) {
      const { random } = context;
      const forgetful = visitors.find(({ exists, mails }) => exists.value && mails.max === 0);
      if (codes.length > 0 && random.chance(0.3)) return resetPassword(context);
      if (forgetful !== undefined && random.chance(0.5)) return forgetPassword(forgetful, context);
      return visitors.length < maxVisitors ? signUp(context) : 'rejected';
    },
    async repeat({ app, ledger }) {
      // Visitors who got no response sign up again. 409: the first attempt succeeded.
      for (const { email, exists } of visitors.filter((visitor) => !visitor.exists.isCertain)) {
        const body = { email, password: testPassword };
        const { outcome, status } = await ledger.send(
          new TestClient(app),
          'POST /signup',
          { body },
          [409],
        );
        if (status === 409) exists.record(true, 'acknowledged');
        else exists.record(true, outcome);
      }
    },
    async compare(context) {
      const { app, ledger } = context;
      for (const visitor of visitors) {
        const { email, exists, password } = visitor;
        const isOldPasswordValid = await canSignIn(app, email, testPassword);
        const isNewPasswordValid =
          !isOldPasswordValid && (await canSignIn(app, email, newPassword));
        exists.compare(isOldPasswordValid || isNewPasswordValid, ledger);
        if (exists.value) password.compare(isNewPasswordValid ? newPassword : testPassword, ledger);
        if (visitor.mails.max > 0 && password.value === testPassword)
          await compareMails(visitor, context);
      }
      visitors = [];
    },
  };
}

/**
 * True if the server was killed while it handed the email to the mail server. The email may have been sent, so it is not
 * sent again (docs/decisions/0009-email-delivery.md).
 */
async function isAbandoned(email: string, { databaseUrl }: LaneContext): Promise<boolean> {
  const { rows } = await queryDirectly(
    databaseUrl,
    `select 1 from outgoing_mail join users using (user_id) where email = $1 and failure = 'unknown'`,
    [email],
  );
  return rows.length > 0;
}
