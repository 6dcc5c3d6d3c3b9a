import { call } from '../../platform/api-client.ts';

/** Asks whether an address can still sign up; throws if it can't. */
export async function checkEmail(email: string): Promise<void> {
  await call('POST /signup/emailcheck', { body: { email } });
}

/** Creates the account. Throws as `call` does. */
export async function createAccount(email: string, password: string): Promise<void> {
  await call('POST /signup', { body: { email, password } });
}
