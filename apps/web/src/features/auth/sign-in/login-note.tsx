import { useLocation } from 'react-router';
import { authCopy } from '../auth.copy.ts';

/** The note, by the reason that the sign-in page was opened. */
const notes: Record<string, string> = authCopy.loginReasons;

/** The location state that shows a note on the sign-in page. */
export interface LoginState {
  readonly reason: string;
}

/**
 * Explains why the sign-in page was opened: the session ended, or a sign-in at Apple was canceled. Empty after
 * signing out, or on a first visit.
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
