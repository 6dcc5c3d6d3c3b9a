import { randomUUID } from 'node:crypto';
import { appUrl, sandboxUrl } from '../support/e2e-addresses.ts';
import { sandboxAt } from '../support/sandbox-client.ts';
import { signUp, signUpPaid, TestClient } from '../support/test-client.ts';

/** The running product. Tests prepare data through its API if preparation isn't what they test. */
export const product = { url: appUrl, sandbox: sandboxAt(sandboxUrl) };

/** A user and an API client with their token. The password is `testPassword`. */
export interface Person {
  email: string;
  api: TestClient;
}

/** A new, unused email address. */
export const newAddress = () => `${randomUUID()}@example.com`;

/** A user who has just signed up. */
export async function freePerson(): Promise<Person> {
  const email = newAddress();
  return { email, api: await signUp(product, email) };
}

/** A user who has paid and linked nothing. */
export async function paidPerson(): Promise<Person> {
  const email = newAddress();
  const api = await signUpPaid(product, email);
  // The token from before the payment still has the free subscription.
  ({ access_token: api.token } = await api.reply('POST /user/upgrade_token'));
  return { email, api };
}

/** A user from a stored token. */
export const personWith = ({ email, token }: { email: string; token: string }): Person => ({
  email,
  api: new TestClient(product, token),
});
