import { PortfolioView } from '../../features/crypto/portfolio-view.tsx';
import { useConfig } from '../../platform/config.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { UnknownExchange } from '../frame/pages/unknown-exchange.tsx';
import { screensCopy } from '../screens.copy.ts';

/** The crypto portfolio. */
export function Component() {
  const config = useConfig();
  if (config?.exchange_name === null) return <UnknownExchange />;
  return (
    <>
      <PageTitle>{screensCopy.crypto.title}</PageTitle>
      <h1 className="mb-5 flex min-h-11 items-center text-lg font-semibold">
        {screensCopy.crypto.title}
      </h1>
      {config && <PortfolioView exchange={config.exchange_name} />}
    </>
  );
}
