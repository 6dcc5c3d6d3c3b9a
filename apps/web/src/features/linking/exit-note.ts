import type { LinkExit } from './link-script.ts';

/** What is said after a flow that ended without a link. */
export function exitNote(error: LinkExit | null): string | null {
  if (error === null) return null; // Closed by the person: the button is there to try again.
  if (error.error_code === 'INVALID_LINK_TOKEN') {
    return 'The link page was open for too long. Please try again.';
  }
  return error.display_message ?? 'The bank could not be linked. Please try again.';
}
