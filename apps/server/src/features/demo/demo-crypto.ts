import { centsText, parseDecimal, totalInCents } from '@cairn/contract/crypto-value';
import type { DemoCryptoDay, DemoHolding } from '@cairn/people/demo-crypto';

/** What a day was worth, in dollars as decimal text: coins, and cash apart from them. */
export function worthOfDay({ day, holdings }: DemoCryptoDay) {
  const prices = Object.fromEntries(
    holdings.flatMap(({ code, rate }) => (rate === null ? [] : [[code, rate]])),
  );
  const total = (wanted: DemoHolding['kind']) =>
    centsText(
      totalInCents(
        holdings
          .filter(({ kind }) => kind === wanted)
          .map(({ code, amount }) => ({ currency: { code }, balance: { amount } })),
        prices,
      ),
    );
  return { day, value: total('crypto'), cash: total('fiat') };
}

/** Holdings as they are kept. */
export const heldRecords = (holdings: readonly DemoHolding[]) =>
  holdings.map(({ rate, ...held }) => ({
    ...held,
    price: rate,
    decimals: parseDecimal(held.amount)?.scale ?? 0,
  }));
