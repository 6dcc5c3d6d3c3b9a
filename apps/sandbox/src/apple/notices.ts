import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { generateKeyPair, SignJWT } from 'jose';
import { handleControlErrors } from '../control/control-errors.ts';
import {
  choiceOf,
  optionalStringOf,
  readFields,
  stringOf,
  Unprocessable,
} from '../control/control-fields.ts';
import type { AppleContext } from './consent.ts';
import { APPLE_ISSUER } from './id-token.ts';
import { isRelay, subjectOf } from './people.ts';

const TYPES = ['consent-revoked', 'account-delete', 'email-disabled', 'email-enabled'] as const;
/** What can be wrong with a forged notice. */
const FORGERIES = ['wrong_key', 'wrong_audience', 'old'] as const;
const CLIENT_ID = 'sandbox-client';
/** In seconds: the age of a notice with `forge: 'old'`. Receivers reject notices that are more than a few days old. */
const OLD_NOTICE_AGE = 8 * 24 * 60 * 60;

/**
 * `POST /control/identity/apple/notice {type, email, sub?, id?, forge?}`: what Apple does when a person ends the app's
 * access, deletes their Apple Account, or changes the forwarding of emails. It sends the app a signed notice and returns
 * `{id, status}`. A notice with the `id` of an earlier notice is a duplicate.
 */
export const noticeControl: FastifyPluginAsync<{ provider: AppleContext }> = async (
  app,
  { provider },
) => {
  handleControlErrors(app);

  app.post('/control/identity/apple/notice', async (request) => {
    const fields = readFields(request.body, 'the body', ['type', 'email', 'sub', 'id', 'forge']);
    const type = choiceOf(fields, 'type', TYPES);
    const email = stringOf(fields, 'email');
    const subject = optionalStringOf(fields, 'sub') ?? subjectOf(provider.seed(), email);
    const id = optionalStringOf(fields, 'id') ?? randomUUID();
    const forgery = (fields.forge ?? null) === null ? null : choiceOf(fields, 'forge', FORGERIES);
    const payload = await signNotice(provider, { type, email, subject, id }, forgery);
    if (forgery === null && !type.startsWith('email')) await provider.records.endConsent(subject);
    return { id, status: await postNotice(provider.noticeUrl, payload) };
  });
};

/** Signs a notice as Apple does. Its `events` are JSON in a string, and it has no expiry. */
async function signNotice(
  { key, now }: AppleContext,
  notice: { type: string; email: string; subject: string; id: string },
  forgery: (typeof FORGERIES)[number] | null,
): Promise<string> {
  const { type, email, subject, id } = notice;
  const claims = {
    iss: APPLE_ISSUER,
    aud: forgery === 'wrong_audience' ? 'another-app' : CLIENT_ID,
    iat: Math.floor(now() / 1000) - (forgery === 'old' ? OLD_NOTICE_AGE : 0),
    jti: id,
    events: JSON.stringify({
      type,
      sub: subject,
      event_time: now(),
      ...(type.startsWith('email') ? { email, is_private_email: String(isRelay(email)) } : {}),
    }),
  };
  if (forgery !== 'wrong_key') return key.sign(claims);
  const { privateKey } = await generateKeyPair('RS256');
  const [{ kid = '' } = {}] = (await key.keySet()).keys;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
}

async function postNotice(url: string, payload: string): Promise<number> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload }),
      signal: AbortSignal.timeout(30_000),
    });
    return status;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unprocessable(`the app did not respond at ${url}: ${reason}`);
  }
}
