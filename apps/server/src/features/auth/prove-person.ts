import { ProviderAway } from '../../platform/ask-provider.ts';
import { IdTokenRefused, type ProvenPerson } from '../../platform/id-tokens.ts';
import { redeemCode } from '../../platform/one-time-codes.ts';
import { Failure, refused } from '../../platform/problem.ts';
import { AppleFault } from '../../providers/apple/errors.ts';
import type { Services } from '../../services.ts';

/** A provider that people can sign in with, in the words of the wire. */
export type ProviderName = 'GOOGLE' | 'APPLE';

/** Somebody whom a provider has vouched for in this browser, just now. */
export interface Proof {
  provider: ProviderName;
  person: ProvenPerson;
  /** Apple's, to revoke access by. */
  refreshToken: string | null;
}

/** What a proof that proves nothing is answered with: who signs in is nobody yet, who links is. */
export type ProofPurpose = 'sign_in' | 'link';

const refusalCodes = { sign_in: 'invalid_credentials', link: 'unprocessable' } as const;

/** What the one-time code of /apple/cb stands for. */
export interface AppleReturn {
  person: ProvenPerson;
  refreshToken: string | null;
}

/** What people call it. */
export const providerTitle = (provider: ProviderName): 'Google' | 'Apple' =>
  provider === 'GOOGLE' ? 'Google' : 'Apple';

/** Reads the provider of a body or a path; undefined for a word that names none. */
export const providerNamed = (word: string): ProviderName | undefined =>
  word === 'GOOGLE' || word === 'APPLE' ? word : undefined;

/**
 * Who a Google credential (an ID token) proves somebody to be. Its nonce has to be ours, unused, and
 * of this browser. Throws 401 (to link: 422) for one that proves nothing, 422 for an address that is
 * not verified, 502 while Google's keys cannot be had.
 */
export async function proveByGoogle(
  services: Services,
  wish: { purpose: ProofPurpose; credential: string; browser: string | undefined },
): Promise<Proof> {
  const { google, database, sealer } = services;
  if (google === null) throw notSetUp('GOOGLE');
  const { purpose, credential, browser } = wish;
  const { person, nonce } = await google
    .read(credential)
    .catch(asProviderFailure(services, 'GOOGLE', purpose));
  const used = await redeemCode(database, sealer, {
    purpose: 'google_nonce',
    code: nonce,
    browser: browser ?? '',
  });
  if (used === undefined) throw notProven('GOOGLE', purpose);
  requireVerified('GOOGLE', person);
  return { provider: 'GOOGLE', person, refreshToken: null };
}

/** Who the one-time code of /apple/cb proves somebody to be, once and in the browser that began. Throws likewise. */
export async function proveByApple(
  services: Services,
  { purpose, code, browser }: { purpose: ProofPurpose; code: string; browser: string | undefined },
): Promise<Proof> {
  const { apple, database, sealer } = services;
  if (apple === null) throw notSetUp('APPLE');
  const used = await redeemCode(database, sealer, {
    purpose: 'apple_return',
    code,
    browser: browser ?? '',
  });
  if (used === undefined) throw notProven('APPLE', purpose);
  const { person, refreshToken } = used.detail as AppleReturn; // Written under this purpose by receiveApplePost.
  requireVerified('APPLE', person);
  return { provider: 'APPLE', person, refreshToken };
}

/** What goes wrong with a provider, as a failure with a sentence for people. */
export function asProviderFailure(
  { log }: Pick<Services, 'log'>,
  provider: ProviderName,
  purpose: ProofPurpose,
): (error: unknown) => never {
  return (error) => {
    const isForged = error instanceof IdTokenRefused;
    if (isForged) log.warn({ event: 'id_token_refused', provider, reason: error.message });
    const isOver = error instanceof AppleFault && error.kind === 'expired';
    if (isForged || isOver) throw notProven(provider, purpose, error);
    if (error instanceof ProviderAway || error instanceof AppleFault)
      throw new Failure(
        'provider_failed',
        `${providerTitle(provider)} is not answering as it should. Please try again in a moment.`,
        { cause: error },
      );
    throw error;
  };
}

/** A sign-in with a provider that this installation does not offer. */
export const notSetUp = (provider: ProviderName): Failure =>
  refused(`Signing in with ${providerTitle(provider)} is not set up here.`);

const notProven = (provider: ProviderName, purpose: ProofPurpose, cause?: unknown): Failure =>
  new Failure(
    refusalCodes[purpose],
    `This sign-in with ${providerTitle(provider)} has run out, was used before or began in another ` +
      'browser. Please try again.',
    { cause },
  );

/** A provider may call somebody by an address that is not shown to be theirs. */
function requireVerified(provider: ProviderName, { email, emailVerified }: ProvenPerson): void {
  if (email === null || emailVerified) return;
  const title = providerTitle(provider);
  throw refused(`${title} has not verified your address. Verify it at ${title} first.`);
}
