import { ProvenMoney } from '../../ui/proven-money.tsx';

/** What is owned less what is owed, large. */
export function NetTotal({ amount, currency }: { amount: number; currency: string }) {
  return (
    <p className="w-full sm:w-auto">
      <span className="block text-xs text-muted">Net worth</span>
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

/** One of the two sides of it. */
export function SideTotal({
  name,
  amount,
  currency,
}: {
  name: 'Assets' | 'Debts';
  amount: number;
  currency: string;
}) {
  return (
    <p>
      <span className="block text-xs text-muted">{name}</span>
      <ProvenMoney
        of={name === 'Assets' ? 'assets' : 'debts'}
        amount={amount}
        currency={currency}
        className="text-base font-semibold"
      />
    </p>
  );
}
