import type { CallReply } from '@cairn/contract/calls';
import { formatCount, formatInstitution, formatMoney } from '../../platform/formats.ts';
import type { Institution } from './institutions.api.ts';

type Token = Institution['token'];

/** Where the connection stands, in a sentence. */
export function stateSentence(token: Token): string {
  const name = formatInstitution(token.item_details);
  const said = token.error ?? token.notice;
  if (said !== null) return said;
  switch (token.state) {
    case 'queued':
    case 'running':
      return `${name} is being asked for what is new.`;
    case 'retrying':
      return `The last sync with ${name} did not succeed. It is tried again by itself.`;
    case 'login_required':
      return `${name} asks you to sign in again. Reconnect it to keep it up to date.`;
    case 'consent_expiring':
      return `Your consent at ${name} ends soon. Reconnect it to keep it up to date.`;
    case 'revoked':
    case 'removed':
      return `The connection to ${name} no longer exists. Link it again to see new transactions.`;
    case 'error':
      return `The last sync with ${name} did not succeed.`;
    case 'ok':
      return `${name} is connected.`;
    default:
      return token.state satisfies never;
  }
}

/** What a sync changed, in words: `12 new, 3 changed, 1 taken back`. */
export function runWords({
  added,
  modified,
  removed,
}: {
  added: number;
  modified: number;
  removed: number;
}): string {
  const parts = [
    added > 0 ? `${formatCount(added)} new` : '',
    modified > 0 ? `${formatCount(modified)} changed` : '',
    removed > 0 ? `${formatCount(removed)} taken back` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Nothing new' : parts.join(', ');
}

/** What the person decided about an account. */
export type Decision = CallReply<'GET /institution/:id/history'>['decisions'][number];

/** What the person decided about an account, in words: `You renamed Checking to Daily`. */
export function decisionWords({ event, name, before, after }: Decision): string {
  switch (event) {
    case 'renamed':
      return `You renamed ${before} to ${after}`;
    case 'name_restored':
      return `You gave ${before} its bank’s name back: ${after}`;
    case 'hidden':
      return `You hid ${name}: no total has it`;
    case 'shown':
      return `You showed ${name} again`;
    default:
      return event satisfies never;
  }
}

type ChangedAccount = NonNullable<Institution['token']['last_run']>['accounts'][number];

/** What a sync changed of an account, in words: `Checking: $80.00, was $100.00`. */
export function accountWords(account: ChangedAccount): string {
  const { name, is_new, closed, reopened, balance, currency, changed } = account;
  const money = (amount: number | null) =>
    amount === null ? 'not known' : formatMoney(amount, currency);
  // What a bank lists no more counts as nothing from then on: what was in it is worth a word.
  if (closed)
    return `${name}: closed, or no longer shared${balance?.before ? `; it had ${money(balance.before)}` : ''}`;
  if (reopened)
    return `${name}: shared again${balance === null ? '' : `, with ${money(balance.after)}`}`;
  if (is_new)
    return balance === null ? `${name}: new` : `${name}: new, with ${money(balance.after)}`;
  const parts = [
    ...(balance === null ? [] : [`${money(balance.after)}, was ${money(balance.before)}`]),
    ...changed.map((what) => `another ${what}`),
  ];
  return `${name}: ${parts.length === 0 ? 'another available balance' : parts.join(', ')}`;
}
