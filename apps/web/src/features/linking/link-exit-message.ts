import type { LinkExit } from './link-script.ts';
import { linkingCopy } from './linking.copy.ts';

/** The message after a link flow that ended without a link. Null if the user closed it. */
export function linkExitMessage(error: LinkExit | null): string | null {
  if (error === null) return null;
  if (error.error_code === 'INVALID_LINK_TOKEN') {
    return linkingCopy.exit.expired;
  }
  return error.display_message ?? linkingCopy.exit.failed;
}
