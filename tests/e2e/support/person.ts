import { randomUUID } from 'node:crypto';
import { appUrl, sandboxUrl } from '../../support/processes/e2e-addresses.ts';
import { createSandboxClient } from '../../support/processes/sandbox-client.ts';
import { signUp, signUpPaid, TestClient } from '../../support/requests/test-client.ts';

/** The running product. Tests prepare data through its API if preparation isn't what they test. */
export const product = { url: appUrl, sandbox: createSandboxClient(sandboxUrl) };

/** A user and an API client with their token. The password is `testPassword`. */
export interface Person {
  email: string;
  api: TestClient;
}

/** A new, unused email address. */
export const newEmail = () => `${randomUUID()}@example.com`;

/** A user who has just signed up. */
export async function freePerson(): Promise<Person> {
  const email = newEmail();
  return { email, api: await signUp(product, email) };
}

/** A user who has paid and linked nothing. */
export async function paidPerson(): Promise<Person> {
  const email = newEmail();
  const api = await signUpPaid(product, email);
  // The token from before the payment still has the free subscription.
  ({ access_token: api.token } = await api.request('POST /user/upgrade_token'));
  return { email, api };
}

/** A user from a stored token. */
export const personFromToken = ({ email, token }: { email: string; token: string }): Person => ({
  email,
  api: new TestClient(product, token),
});
