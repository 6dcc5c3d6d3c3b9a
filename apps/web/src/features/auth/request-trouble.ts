import { ApiError, NetworkFailure } from '../../platform/api-error.ts';

/** Why a mail that was asked for may not be on its way, in words that can be shown. */
export function requestTrouble(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkFailure) return error.message;
  throw error;
}
