import { setImmediate as letOthers } from 'node:timers/promises';
import { centsText, parseDecimal, totalInCents } from '@cairn/contract/crypto-value';
import { type DemoCryptoDay, type DemoHolding, demoCrypto } from '@cairn/people/demo-crypto';

// The same for everyone, whatever seed a sandbox runs with.
const seed = 1;
/** Days that are worked out at a stretch: a few milliseconds. */
const atOnce = 20;

/** What the demo person holds at an exchange, and what it was worth on each day. */
export interface DemoCrypto {
  since: string;
  holdings: readonly DemoHolding[];
  worth: readonly WorthOfDay[];
}

/** Lives the demo person's two years at an exchange up to a day (ISO), and lets others have their turn in between. */
export async function liveCrypto(today: string): Promise<DemoCrypto> {
  const worth: WorthOfDay[] = [];
  let holdings: readonly DemoHolding[] = [];
  for (const day of demoCrypto(today, seed)) {
    holdings = day.holdings;
    worth.push(worthOfDay(day));
    if (worth.length % atOnce === 0) await letOthers();
  }
  return { since: worth[0]?.day ?? today, holdings, worth };
}

type WorthOfDay = ReturnType<typeof worthOfDay>;

/** What a day was worth, in dollars as decimal text: coins, and cash apart from them. */
function worthOfDay({ day, holdings }: DemoCryptoDay) {
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
