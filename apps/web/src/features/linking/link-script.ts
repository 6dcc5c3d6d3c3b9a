import { loadExternalScript } from '../../platform/external-script.ts';

/** A running link flow, as the bank's script gives it. */
export interface LinkHandler {
  open(): void;
  exit(options?: { force?: boolean }): void;
  destroy(): void;
}

/** Why a flow ended without a link; null where the person simply closed it. */
export interface LinkExit {
  readonly error_code: string;
  readonly display_message: string | null;
}

/** What a flow is opened with (the aggregator's protocol, as far as it is used here). */
export interface LinkOptions {
  readonly token: string;
  readonly onSuccess: (publicToken: string | null, metadata: Record<string, unknown>) => void;
  readonly onExit: (error: LinkExit | null, metadata: unknown) => void;
  readonly onLoad?: () => void;
}

/** What the bank's script puts on the window. */
export interface LinkScript {
  create(options: LinkOptions): LinkHandler;
}

let loading: Promise<LinkScript> | undefined;

/**
 * The bank's link script from its configured address, loaded once. The provider asks that it comes
 * from them and not from a copy. When it can't be had, the next call tries afresh.
 */
export function loadLinkScript(url: string): Promise<LinkScript> {
  // Put there by the script.
  loading ??= loadExternalScript(url, () => (window as { Plaid?: LinkScript }).Plaid).catch(
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
