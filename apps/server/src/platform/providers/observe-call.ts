/** An attempt to call a provider. */
export interface ProviderCall {
  provider: string;
  /** The call's name in the log. */
  call: string;
}

/**
 * How an attempt ended. `rejected`: the provider responded that the request is not possible, for example because the user
 * must sign in again. `unavailable`: it failed, limited the rate, or did not respond.
 */
export type CallOutcome = 'ok' | 'rejected' | 'unavailable';

/** How the outcome of an attempt is determined. Default: a result is `ok`, and an error is `unavailable`. */
export interface OutcomeRules<T> {
  outcomeOfResult?: (result: T) => CallOutcome;
  outcomeOfError?: (error: unknown) => CallOutcome;
}

/** Makes an attempt to call a provider and measures it. Resolves or rejects as `send` does. */
export type ObserveCall = <T>(
  call: ProviderCall,
  send: () => Promise<T>,
  rules?: OutcomeRules<T>,
) => Promise<T>;

/** Measures nothing. */
export const unobserved: ObserveCall = (_call, send) => send();
