import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import type { ReactNode } from 'react';
import { formatDay } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import type { RecurringList, Stream } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';

const {
  remaining: remainingCopy,
  dueSoon: dueSoonCopy,
  subscriptions: subscriptionsCopy,
} = recurringCopy;

/** The totals of recurring payments. Each opens its proof. */
export function RecurringFigures({ list }: { list: RecurringList }) {
  const { currency, due_soon: dueSoon, subscriptions } = list;
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-3 lg:gap-6">
      <Figure
        label={remainingCopy.label}
        title={remainingCopy.title}
        total={
          <ProvenMoney
            of="estimated_remaining"
            amount={list.estimated_remaining}
            currency={currency}
            hero
          />
        }
      >
        {expectedText(list.upcoming)} {omittedText(list.omitted_count)}
      </Figure>
      <Figure
        label={dueSoonCopy.label}
        title={dueSoonCopy.title}
        total={<ProvenMoney of="due_next_7_days" amount={dueSoon.total} currency={currency} hero />}
      >
        {dueSoonText(dueSoon)} {omittedText(dueSoon.omitted_count)}
      </Figure>
      <Figure
        label={subscriptionsCopy.label}
        title={subscriptionsCopy.title}
        total={
          <ProvenMoney
            of="monthly_subscriptions"
            amount={subscriptions.monthly_total}
            currency={currency}
            hero
          />
        }
      >
        {subscriptionsText(subscriptions)}
      </Figure>
    </div>
  );
}

function Figure({
  label,
  title,
  total,
  children,
}: {
  label: string;
  title: string;
  total: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card
      aria-label={label}
      bodyClass="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 p-4 lg:block lg:p-5"
    >
      <h2 className="font-medium text-muted">{title}</h2>
      {/* The total is beside the text on a narrow screen, and between the title and the text otherwise. */}
      <p className="col-start-2 row-span-2 row-start-1 text-xl lg:mt-1 lg:text-2xl">{total}</p>
      <p className="mt-1 text-xs text-muted lg:mt-2 lg:text-sm">{children}</p>
    </Card>
  );
}

function expectedText(upcoming: readonly Stream[]): string {
  const payments = upcoming.filter(({ last_amount }) => last_amount.amount > 0);
  const overdue = payments.filter((payment) => payment.overdue).length;
  if (payments.length === 0) return remainingCopy.none;
  if (overdue === 0) return formatPlural(payments.length, remainingCopy.expected);
  const text = formatPlural(payments.length, remainingCopy.expectedWithOverdue);
  return formatMessage(text, { overdue });
}

const omittedText = (count: number): string =>
  count === 0 ? '' : formatPlural(count, remainingCopy.otherCurrencies);

function dueSoonText({ count, until }: RecurringList['due_soon']): string {
  const day = formatDay(until, 'short');
  return formatMessage(count === 0 ? dueSoonCopy.none : formatPlural(count, dueSoonCopy.count), {
    day,
  });
}

function subscriptionsText({ count, omitted_count }: RecurringList['subscriptions']): string {
  const text = count === 0 ? subscriptionsCopy.none : formatPlural(count, subscriptionsCopy.count);
  return omitted_count === 0
    ? text
    : `${text} ${formatPlural(omitted_count, subscriptionsCopy.omitted)}`;
}
