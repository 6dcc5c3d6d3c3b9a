import type { KeyUse, RotationResult } from '../../apps/server/src/jobs/keys/rotate-keys.ts';
import type { SecretKeys } from '../../apps/server/src/platform/secrets/secret-keys.ts';

/** For example `1 value` or `3 values`. */
const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Describes what each key is needed for, and when it can be removed. One line each. */
export function describeRotation(
  { resealed, unreadable, keys }: RotationResult,
  { tokens, session }: SecretKeys,
): string[] {
  const newest = tokens[0]?.id ?? '';
  const configured = new Set(tokens.map(({ id }) => id));
  return [
    `Encrypted ${count(resealed, 'value')} with the key ${newest}.`,
    ...(unreadable === 0
      ? []
      : [`${count(unreadable, 'value')} can't be decrypted. Left unchanged.`]),
    '',
    'TOKEN_KEYS',
    ...keys.map((use) => `  ${use.id}: ${describeTokenKey(use, newest, configured)}`),
    '',
    'SESSION_KEY',
    ...session.map(({ id }, index) => `  ${id ?? '(no name)'}: ${describeSessionKey(index)}`),
  ];
}

function describeTokenKey(
  { id, values, jobs }: KeyUse,
  newest: string,
  configured: ReadonlySet<string>,
): string {
  const uses = [
    ...(values > 0 ? [count(values, 'value')] : []),
    ...(jobs > 0 ? [count(jobs, 'waiting job')] : []),
  ].join(' and ');
  if (!configured.has(id))
    return `missing, although it is needed for ${uses}. Add it to TOKEN_KEYS.`;
  if (id === newest) return 'encrypts new values. Keep it.';
  if (uses !== '') return `still needed for ${uses}. Keep it, and run this command again later.`;
  return `not needed by the database. Remove it 10 minutes after the last process of Cairn was restarted with ${newest} in front. Store it elsewhere for as long as you keep a backup from before now.`;
}

const describeSessionKey = (index: number): string =>
  index === 0
    ? 'signs new access tokens. Keep it.'
    : 'still accepted. Remove it an hour after the last process of Cairn was restarted with another key in front.';
