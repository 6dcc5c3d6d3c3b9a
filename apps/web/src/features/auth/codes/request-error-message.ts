import { ApiError, NetworkError } from '../../../platform/api/api-error.ts';

/** The message if a requested email may not have been sent. Rethrows errors that aren't expected. */
export function requestErrorMessage(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return error.message;
  throw error;
}
