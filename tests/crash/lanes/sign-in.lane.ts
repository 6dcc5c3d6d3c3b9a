import { eventually } from '../../support/eventually.ts';
import { WebBrowser } from '../../support/requests/web-browser.ts';
import { type Outcome, Register } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { Lane, LaneContext } from './lane.ts';

/** A signed-in device. */
interface Device {
  browser: WebBrowser;
  isSignedIn: Register<boolean>;
}

const maxDevices = 4;

/** Signs a user in and out on several devices, renews their sessions, and changes the password. */
export function createSignInLane({ client, email, password }: Person): Lane {
  let devices: Device[] = [];
  const signedIn = () => devices.filter(({ isSignedIn }) => isSignedIn.value);
  /** The password that a change without a response would have set. */
  let uncertainPassword: string | undefined;

  async function signIn({ app, ledger }: LaneContext): Promise<Outcome> {
    const browser = new WebBrowser(app);
    const { outcome, body } = await ledger.send(browser, 'POST /auth/token', {
      body: { username: email, password: password.value, provider: 'email' },
    });
    browser.token = body?.access_token;
    if (outcome === 'acknowledged') {
      const label = `a session of ${email}`;
      devices.push({ browser, isSignedIn: new Register(label, true) });
    }
    return outcome;
  }

  async function renew({ browser }: Device, { ledger }: LaneContext): Promise<Outcome> {
    return (await ledger.sendRaw('POST /auth/refresh', () => browser.refresh())).outcome;
  }

  async function signOut({ browser, isSignedIn }: Device, { ledger }: LaneContext) {
    const { outcome } = await ledger.send(browser, 'POST /auth/logout');
    return isSignedIn.record(false, outcome);
  }

  async function revoke({ browser, isSignedIn }: Device, { ledger }: LaneContext) {
    const id = readSessionId(browser.token ?? '');
    const { outcome } = await ledger.send(client, 'DELETE /user/sessions/:id', { params: { id } });
    return isSignedIn.record(false, outcome);
  }

  async function changePassword({ ledger, random }: LaneContext): Promise<Outcome> {
    const newPassword = `correct horse battery ${random.below(1_000_000)}`;
    const { outcome } = await ledger.send(client, 'POST /user/password', {
      body: { current_password: password.value, password: newPassword },
    });
    // The change ends all other sessions.
    for (const { isSignedIn } of devices) isSignedIn.record(false, outcome);
    if (outcome === 'unknown') uncertainPassword = newPassword;
    return password.record(newPassword, outcome);
  }

  return {
    async write(context) {
      const { random } = context;
      const device = random.pick([...signedIn(), undefined]);
      if (device === undefined && random.chance(0.1)) return changePassword(context);
      if (device === undefined && signedIn().length < maxDevices) return signIn(context);
      const chosen = device ?? signedIn()[0];
      if (chosen === undefined) return signIn(context);
      return random.pick([renew, renew, renew, signOut, revoke])(chosen, context);
    },
    async repeat({ ledger }) {
      // The page renews its session again with the same cookie, whether a response was lost or not.
      for (const { browser, isSignedIn } of devices) {
        if (!isSignedIn.value || !isSignedIn.isCertain) continue;
        const renewal = async () => {
          const { status } = await browser.refresh();
          return status !== 503 && status;
        };
        const status = await eventually(renewal, 'the session can be renewed');
        if (status !== 200) ledger.report('lost', `renewing ${isSignedIn.label}: ${status}`);
      }
    },
    async compare({ app, ledger }) {
      if (uncertainPassword !== undefined) {
        const wasChanged = await canSignIn(app, email, uncertainPassword);
        if (wasChanged && devices.length > 0 && (await isValid(devices[0]?.browser)))
          ledger.report(
            'half_done',
            `the password of ${email} changed, but its sessions did not end`,
          );
        password.compare(wasChanged ? uncertainPassword : password.value, ledger);
        uncertainPassword = undefined;
      }
      for (const { browser, isSignedIn } of devices)
        isSignedIn.compare(await isValid(browser), ledger);
      devices = signedIn();
    },
  };
}

async function isValid(browser: WebBrowser | undefined): Promise<boolean> {
  const status = (await browser?.call('GET /user/me'))?.status;
  if (status !== 200 && status !== 401) throw new Error(`GET /user/me responded with ${status}`);
  return status === 200;
}

/** Signs in to find out whether the password is right. */
export async function canSignIn(
  app: LaneContext['app'],
  username: string,
  password: string,
): Promise<boolean> {
  const { status } = await new WebBrowser(app).call('POST /auth/token', {
    body: { username, password, provider: 'email' },
  });
  if (status !== 200 && status !== 401 && status !== 403)
    throw new Error(`Signing in responded with ${status}`);
  return status !== 401;
}

/** The session's id in an access token, whose second part is JSON in base64url. */
function readSessionId(token: string): string {
  const claims: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  );
  return typeof claims === 'object' && claims !== null && 'sid' in claims ? String(claims.sid) : '';
}
