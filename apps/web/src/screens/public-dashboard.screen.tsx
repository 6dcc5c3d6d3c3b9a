import { QueryClientProvider } from '@tanstack/react-query';
import { StocksCard } from '../features/stocks/stocks-card.tsx';
import { queryClient } from '../platform/query-client.ts';
import { PlainPage } from './frame/plain-page.tsx';

/** What is open to everyone, signed in or not: what a few stocks cost. */
export function Component() {
  return (
    <PlainPage
      title="Stocks"
      intro="What a few well-known stocks cost. The page brings itself up to date."
    >
      <div className="mt-6 text-sm">
        <QueryClientProvider client={queryClient}>
          <StocksCard />
        </QueryClientProvider>
      </div>
    </PlainPage>
  );
}
