import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { formatCents, parseDecimal, totalInCents } from '@cairn/contract/rules/crypto-value';
import { type DemoCryptoDay, type DemoHolding, demoCrypto } from '@cairn/people/demo/demo-crypto';

// Fixed, so that the demo is the same whichever seed a sandbox runs with.
const seed = 1;
/** How many days are computed before yielding to the event loop. They take a few milliseconds. */
const daysPerBatch = 20;

/** The demo person's holdings at an exchange, and their value on each day. */
export interface DemoCrypto {
  since: string;
  holdings: readonly DemoHolding[];
  history: readonly DayValue[];
}

/** Generates the demo person's two years at an exchange up to a day (ISO), yielding to the event loop in between. */
export async function generateDemoCrypto(today: string): Promise<DemoCrypto> {
  const history: DayValue[] = [];
  let holdings: readonly DemoHolding[] = [];
  for (const day of demoCrypto(today, seed)) {
    holdings = day.holdings;
    history.push(dayValue(day));
    if (history.length % daysPerBatch === 0) await yieldToEventLoop();
  }
  return { since: history[0]?.day ?? today, holdings, history };
}

type DayValue = ReturnType<typeof dayValue>;

/** Returns the value of coins and of cash on a day, in dollars as decimal text. */
function dayValue({ day, holdings }: DemoCryptoDay) {
  const unitsPerDollar = Object.fromEntries(
    holdings.flatMap(({ code, rate }) => (rate === null ? [] : [[code, rate]])),
  );
  const total = (ofKind: DemoHolding['kind']) =>
    formatCents(
      totalInCents(
        holdings
          .filter(({ kind }) => kind === ofKind)
          .map(({ code, amount }) => ({ currency: { code }, balance: { amount } })),
        unitsPerDollar,
      ),
    );
  return { day, value: total('crypto'), cash: total('fiat') };
}

/** Converts holdings to the form in which they are stored. */
export const cryptoHoldingRecords = (holdings: readonly DemoHolding[]) =>
  holdings.map(({ rate, ...holding }) => ({
    ...holding,
    price: rate,
    decimals: parseDecimal(holding.amount)?.scale ?? 0,
  }));
