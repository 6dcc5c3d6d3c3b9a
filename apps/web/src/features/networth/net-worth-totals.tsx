import { ProvenMoney } from '../../ui/proven-money.tsx';
import { networthCopy } from './networth.copy.ts';

/** Net worth, as the main figure. */
export function NetWorthTotal({ amount, currency }: { amount: number; currency: string }) {
  return (
    <p className="w-full sm:w-auto">
      <span className="block text-xs text-muted">{networthCopy.netWorth}</span>
      <ProvenMoney
        of="net_worth"
        amount={amount}
        currency={currency}
        hero
        className="text-xl sm:text-2xl"
      />
    </p>
  );
}

/** The total of the assets or the debts. */
export function SideTotal({
  side,
  amount,
  currency,
}: {
  side: 'assets' | 'debts';
  amount: number;
  currency: string;
}) {
  return (
    <p>
      <span className="block text-xs text-muted">{networthCopy[side]}</span>
      <ProvenMoney
        of={side}
        amount={amount}
        currency={currency}
        className="text-base font-semibold"
      />
    </p>
  );
}
