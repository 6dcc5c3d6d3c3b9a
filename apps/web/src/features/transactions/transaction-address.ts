import { useCallback, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The part of the address that opens a transaction. */
export const transactionParam = 'tx';

/** In the state of a place in the history: the place before it is the same page without the dialog. */
const openedHere = { transactionOpenedHere: true };

/**
 * Which transaction the page's address opens, and how to open, change and close it. Opening is a step
 * that Back undoes; going on to another one is none.
 */
export function useTransactionInAddress() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const closed = useRef('');
  const set = useCallback(
    (id: string | null, options: { replace: boolean; state: unknown }) =>
      setParams(
        (was) => {
          if (id === null) was.delete(transactionParam);
          else was.set(transactionParam, id);
          return was;
        },
        { ...options, preventScrollReset: true },
      ),
    [setParams],
  );
  const open = useCallback((id: string) => set(id, { replace: false, state: openedHere }), [set]);
  const close = () => {
    // Going back takes a moment, in which Escape may be pressed once more.
    if (closed.current === key) return;
    closed.current = key;
    if (state?.transactionOpenedHere === true) void navigate(-1);
    else set(null, { replace: true, state });
  };
  return {
    id: params.get(transactionParam),
    open,
    change: (id: string) => set(id, { replace: true, state }),
    close,
  };
}
