import { randomUUID } from 'node:crypto';
import { appUrl, sandboxUrl } from '../support/e2e-addresses.ts';
import { sandboxAt } from '../support/sandbox-client.ts';
import { signUp, signUpPaid, TestClient } from '../support/test-client.ts';

/** The running product, set up through its API where the setting up is not the point. */
export const product = { url: appUrl, sandbox: sandboxAt(sandboxUrl) };

/** Someone with an account, and the API as they may use it. Their password is `testPassword`. */
export interface Person {
  email: string;
  api: TestClient;
}

/** An address that nobody has signed up with. */
export const newAddress = () => `${randomUUID()}@example.com`;

/** Someone who has just signed up. */
export async function freePerson(): Promise<Person> {
  const email = newAddress();
  return { email, api: await signUp(product, email) };
}

/** Someone who has signed up and paid, with nothing linked. */
export async function paidPerson(): Promise<Person> {
  const email = newAddress();
  const api = await signUpPaid(product, email);
  // The token from before the payment still says 'free'.
  ({ access_token: api.token } = await api.reply('POST /user/upgrade_token'));
  return { email, api };
}

/** Someone who is signed in already. */
export const personWith = ({ email, token }: { email: string; token: string }): Person => ({
  email,
  api: new TestClient(product, token),
});
