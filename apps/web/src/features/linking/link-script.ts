import { loadExternalScript } from '../../platform/browser/external-script.ts';

/** A link flow of the aggregator's script. */
export interface LinkHandler {
  open(): void;
  exit(options?: { force?: boolean }): void;
  destroy(): void;
}

/** Why a flow ended without a link. */
export interface LinkExit {
  readonly error_code: string;
  readonly display_message: string | null;
}

/** The options of a flow: the part of the aggregator's protocol that is used here. */
export interface LinkOptions {
  readonly token: string;
  readonly onSuccess: (publicToken: string | null, metadata: Record<string, unknown>) => void;
  readonly onExit: (error: LinkExit | null, metadata: unknown) => void;
  readonly onLoad?: () => void;
}

/** The API that the aggregator's script defines on the window. */
export interface LinkScript {
  create(options: LinkOptions): LinkHandler;
}

let loading: Promise<LinkScript> | undefined;

/**
 * Loads the aggregator's link script once from its configured URL. The aggregator requires that it isn't
 * self-hosted. After a failure, the next call retries.
 */
export function loadLinkScript(url: string): Promise<LinkScript> {
  loading ??= loadExternalScript(url, () => (window as { Plaid?: LinkScript }).Plaid).catch(
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
