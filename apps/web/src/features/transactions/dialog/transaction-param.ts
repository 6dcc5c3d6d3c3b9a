import { useCallback, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The query parameter that opens a transaction. */
export const transactionParam = 'tx';

/** The state of a history entry whose previous entry is the same page without the dialog. */
const openedFromPage = { transactionOpenedFromPage: true };

/**
 * The transaction that the URL opens, and how to open, change, and close it. Opening adds a history
 * entry, so Back closes the dialog. Changing to another transaction replaces the entry.
 */
export function useTransactionParam() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const closedKey = useRef('');
  const set = useCallback(
    (id: string | null, options: { replace: boolean; state: unknown }) =>
      setParams(
        (current) => {
          if (id === null) current.delete(transactionParam);
          else current.set(transactionParam, id);
          return current;
        },
        { ...options, preventScrollReset: true },
      ),
    [setParams],
  );
  const open = useCallback(
    (id: string) => set(id, { replace: false, state: openedFromPage }),
    [set],
  );
  const close = () => {
    // Navigating back is asynchronous, and Escape may be pressed again in the meantime.
    if (closedKey.current === key) return;
    closedKey.current = key;
    if (state?.transactionOpenedFromPage === true) void navigate(-1);
    else set(null, { replace: true, state });
  };
  return {
    id: params.get(transactionParam),
    open,
    change: (id: string) => set(id, { replace: true, state }),
    close,
  };
}
