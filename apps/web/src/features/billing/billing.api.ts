import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/query-client.ts';

const firstPoll = 1_500;
const longestPoll = 15_000;

/**
 * The subscription as the server has it now, asked for again until it is paid. The events bring it
 * sooner; the polling, ever gentler, is for when they do not get through.
 */
export function usePaidSubscription(): { paid: boolean; failed: boolean } {
  const { data, isError } = useQuery({
    ...callQuery('GET /user/me'),
    refetchInterval: ({ state }) => {
      if (state.data?.subscription_status === 'paid') return false;
      return Math.min(
        longestPoll,
        firstPoll * 1.3 ** (state.dataUpdateCount + state.errorUpdateCount),
      );
    },
    refetchOnWindowFocus: 'always',
  });
  return { paid: data?.subscription_status === 'paid', failed: isError };
}
