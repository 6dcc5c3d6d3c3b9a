import { ApiError, NetworkFailure } from '../../platform/api-error.ts';

/** The message if a requested email may not have been sent. Rethrows errors that aren't expected. */
export function requestTrouble(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkFailure) return error.message;
  throw error;
}
