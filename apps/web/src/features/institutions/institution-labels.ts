import type { CallResponse } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { formatCount, formatInstitution, formatMoney } from '../../platform/formats/formats.ts';
import type { Institution } from './institutions.api.ts';
import { institutionsCopy } from './institutions.copy.ts';

type Token = Institution['token'];

/** The state of an item as a sentence: the server's error or notice, or a sentence by state. */
export function describeState(token: Token): string {
  const message = token.error ?? token.notice;
  if (message !== null) return message;
  const copy = institutionsCopy.state;
  const values = { institution: formatInstitution(token.item_details) };
  switch (token.state) {
    case 'queued':
    case 'running':
      return formatMessage(copy.syncing, values);
    case 'retrying':
      return formatMessage(copy.retrying, values);
    case 'login_required':
      return formatMessage(copy.loginRequired, values);
    case 'consent_expiring':
      return formatMessage(copy.consentExpiring, values);
    case 'revoked':
    case 'removed':
      return formatMessage(copy.mustBeLinkedAgain, values);
    case 'error':
      return formatMessage(copy.failed, values);
    case 'ok':
      return formatMessage(copy.connected, values);
    default:
      return token.state satisfies never;
  }
}

const listFormat = new Intl.ListFormat('en-US', { type: 'unit' });

/** What a sync changed: `Transactions: 12 new, 3 changed, 1 removed`. */
export function describeSyncRun({
  added,
  modified,
  removed,
}: {
  added: number;
  modified: number;
  removed: number;
}): string {
  const copy = institutionsCopy.history;
  const counts = [
    { count: added, text: copy.added },
    { count: modified, text: copy.modified },
    { count: removed, text: copy.removed },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return copy.nothingNew;
  return formatMessage(copy.transactions, {
    counts: listFormat.format(
      counts.map(({ count, text }) => formatMessage(text, { count: formatCount(count) })),
    ),
  });
}

/** A change that the user made to an account. */
export type AccountDecision = CallResponse<'GET /institution/:id/history'>['decisions'][number];

/** Describes a change that the user made: `You renamed Checking to Daily`. */
export function describeDecision({ event, name, before, after }: AccountDecision): string {
  const copy = institutionsCopy.decisions;
  switch (event) {
    case 'renamed':
    case 'name_restored':
      return formatMessage(copy[event], { before: before ?? name, after: after ?? name });
    case 'hidden':
    case 'shown':
      return formatMessage(copy[event], { name });
    default:
      return event satisfies never;
  }
}

type ChangedAccount = NonNullable<Institution['token']['last_run']>['accounts'][number];

/** Describes what a sync changed about an account: `Checking: balance changed from $100.00 to $80.00`. */
export function describeAccountChange(account: ChangedAccount): string {
  const copy = institutionsCopy.accountChanges;
  const { name, is_new, closed, reopened, balance, currency, changed } = account;
  const money = (amount: number | null) =>
    amount === null ? copy.unknown : formatMoney(amount, currency);
  // From then on, a closed account's balance is 0, so its last balance is shown if there was one.
  if (closed)
    return balance?.before
      ? formatMessage(copy.closedWithBalance, { name, balance: money(balance.before) })
      : formatMessage(copy.closed, { name });
  if (reopened)
    return balance === null
      ? formatMessage(copy.reopened, { name })
      : formatMessage(copy.reopenedWithBalance, { name, balance: money(balance.after) });
  if (is_new)
    return balance === null
      ? formatMessage(copy.added, { name })
      : formatMessage(copy.addedWithBalance, { name, balance: money(balance.after) });
  const changes = [
    ...(balance === null
      ? []
      : [
          formatMessage(copy.balance, {
            before: money(balance.before),
            after: money(balance.after),
          }),
        ]),
    ...changed.map((field) => copy.fields[field]),
  ];
  return formatMessage(copy.changed, {
    name,
    changes: changes.length === 0 ? copy.availableBalance : listFormat.format(changes),
  });
}
