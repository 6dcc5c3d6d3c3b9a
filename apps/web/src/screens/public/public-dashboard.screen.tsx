import { QueryClientProvider } from '@tanstack/react-query';
import { StocksCard } from '../../features/stocks/stocks-card.tsx';
import { queryClient } from '../../platform/api/query-client.ts';
import { TextPage } from '../frame/pages/text-page.tsx';
import { stocksCopy } from '../stocks.copy.ts';

/** Stock prices, for signed-in and signed-out visitors. */
export function Component() {
  return (
    <TextPage title={stocksCopy.title} intro={stocksCopy.intro}>
      <div className="mt-6 text-sm">
        <QueryClientProvider client={queryClient}>
          <StocksCard />
        </QueryClientProvider>
      </div>
    </TextPage>
  );
}
