import { useLocation } from 'react-router';
import { authCopy } from '../auth.copy.ts';

/** The notes by the reason in the location state. */
const notes: Record<string, string> = authCopy.loginReasons;

/** The location state that shows a note on the sign-in page. */
export interface LoginState {
  readonly reason: string;
}

/**
 * Explains why the sign-in page was opened, for example because the session ended. Empty on a first visit and after
 * signing out.
 */
export function LoginNote() {
  const state: unknown = useLocation().state;
  const reason =
    typeof state === 'object' && state !== null && 'reason' in state ? state.reason : null;
  const note = notes[String(reason)];
  return (
    <div role="status">
      {note !== undefined && (
        <p className="mt-4 rounded-control bg-accent-soft px-3 py-2.5 text-accent-strong">{note}</p>
      )}
    </div>
  );
}
