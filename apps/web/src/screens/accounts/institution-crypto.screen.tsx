import { useParams } from 'react-router';
import { ExchangeCard } from '../../features/crypto/exchange-card.tsx';
import { useConfig } from '../../platform/config.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { UnknownExchange } from '../frame/pages/unknown-exchange.tsx';

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
      <h1 className="mb-5 flex min-h-11 items-center text-lg font-semibold">{name}</h1>
      <ExchangeCard exchange={name} />
    </>
  );
}
