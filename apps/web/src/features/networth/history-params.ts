import { useSearchParams } from 'react-router';
import { type NetWorthRange, netWorthRanges } from './networth.api.ts';

/** Net worth as a line, or the groups of assets and debts as stacked bands. */
export type HistoryView = 'line' | 'groups';

/** How a history is shown. It is part of the URL. */
export interface HistorySettings {
  readonly range: NetWorthRange;
  readonly view: HistoryView;
  /** True to leave out estimated balances. */
  readonly knownOnly: boolean;
}

const defaultRange: NetWorthRange = '1Y';

/** Parses the settings of a URL. The default is one year, as a line, with estimates. */
export const parseHistorySettings = (params: URLSearchParams): HistorySettings => ({
  range: netWorthRanges.find((name) => name === params.get('range')) ?? defaultRange,
  view: params.get('view') === 'groups' ? 'groups' : 'line',
  knownOnly: params.get('known') === 'only',
});

/**
 * Returns the query parameters with changed settings. Keeps all others. A default value has no parameter, except for
 * the range.
 */
export function withHistorySettings(
  params: URLSearchParams,
  { range, view, knownOnly }: Partial<HistorySettings>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  if (range !== undefined) set('range', range);
  if (view !== undefined) set('view', view === 'groups' ? view : null);
  if (knownOnly !== undefined) set('known', knownOnly ? 'only' : null);
  return next;
}

/** The settings in the URL, and a function that changes some of them. */
export function useHistorySettings() {
  const [params, setParams] = useSearchParams();
  return {
    settings: parseHistorySettings(params),
    change: (changes: Partial<HistorySettings>) =>
      setParams((current) => withHistorySettings(current, changes), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
