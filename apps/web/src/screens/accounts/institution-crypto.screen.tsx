import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ExchangeCard } from '../../features/crypto/exchange-card.tsx';
import { paths } from '../../paths.ts';
import { useConfig } from '../../platform/config.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { UnknownExchange } from '../frame/pages/unknown-exchange.tsx';
import { screensCopy } from '../screens.copy.ts';

/** The linked crypto exchange: its state, and the buttons to relink and unlink it. */
export function Component() {
  const { exchange = '' } = useParams();
  const config = useConfig();
  if (config === null) return null;
  const name = config.exchange_name;
  if (name === null || name.toLowerCase() !== exchange.toLowerCase()) return <UnknownExchange />;
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Link
        to={paths.crypto}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {screensCopy.crypto.title}
      </Link>
      <h1 className="mb-5 flex min-h-11 items-center text-lg font-semibold">{name}</h1>
      <ExchangeCard exchange={name} />
    </>
  );
}
