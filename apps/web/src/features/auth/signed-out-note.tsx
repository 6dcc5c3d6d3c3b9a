import { useLocation } from 'react-router';

/** What the sign-in page says to someone who did not sign out themselves, by how it ended. */
const sentences: Record<string, string> = {
  ended: 'You were signed out. Log in to go on where you were.',
  deleted: 'Your account and everything in it has been deleted.',
};

/** Tells someone who is led to the sign-in page why; says nothing to who left or has just come. */
export function SignedOutNote() {
  const state: unknown = useLocation().state;
  const ending =
    typeof state === 'object' && state !== null && 'ending' in state ? state.ending : null;
  const sentence = sentences[String(ending)];
  return (
    <div role="status">
      {sentence !== undefined && (
        <p className="mt-4 rounded-control bg-accent-soft px-3 py-2.5 text-accent-strong">
          {sentence}
        </p>
      )}
    </div>
  );
}
