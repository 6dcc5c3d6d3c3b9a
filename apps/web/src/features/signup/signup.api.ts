import { call } from '../../platform/api/api-client.ts';

/** Checks whether an address can sign up. Throws if it can't. */
export async function checkEmail(email: string): Promise<void> {
  await call('POST /signup/emailcheck', { body: { email } });
}

/** Creates the account. Throws like `call`. */
export async function createAccount(email: string, password: string): Promise<void> {
  await call('POST /signup', { body: { email, password } });
}
