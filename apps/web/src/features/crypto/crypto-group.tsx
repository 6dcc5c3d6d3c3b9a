import { formatMessage } from '@cairn/contract/text/copy';
import { Bitcoin, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/money.tsx';
import { cryptoCopy } from './crypto.copy.ts';

/** A group among the assets that shows the value of the crypto holdings and links to them. */
export function CryptoGroup({
  value,
  currency,
  counted,
}: {
  value: number;
  currency: string;
  /** True if the value is in the total of the assets. */
  counted: boolean;
}) {
  return (
    <div className="relative flex min-h-12 items-center gap-2 border-t border-line px-5 py-2.5 transition-colors hover:bg-sunken/60 sm:px-6">
      <Bitcoin aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <h3 className="font-medium">
          <Link
            to={paths.crypto}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {cryptoCopy.group}
          </Link>
        </h3>
        {!counted && (
          <span className="block text-xs text-attention">
            {formatMessage(cryptoCopy.notCounted, { currency })}
          </span>
        )}
      </span>
      <Money
        amount={value}
        currency={currency}
        className={counted ? 'font-semibold' : 'text-muted'}
      />
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </div>
  );
}
