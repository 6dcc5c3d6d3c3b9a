import { useLocation } from 'react-router';
import { authCopy } from '../auth.copy.ts';

/** The note by the reason that the session ended. */
const notes: Record<string, string> = authCopy.signedOut;

/** Explains why the user was signed out. Empty after signing out, or on a first visit. */
export function SignedOutNote() {
  const state: unknown = useLocation().state;
  const ending =
    typeof state === 'object' && state !== null && 'ending' in state ? state.ending : null;
  const note = notes[String(ending)];
  return (
    <div role="status">
      {note !== undefined && (
        <p className="mt-4 rounded-control bg-accent-soft px-3 py-2.5 text-accent-strong">{note}</p>
      )}
    </div>
  );
}
