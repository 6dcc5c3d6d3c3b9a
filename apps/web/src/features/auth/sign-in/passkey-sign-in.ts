import { useEffect, useEffectEvent, useState } from 'react';
import { requestPasskey, signInWithPasskey } from '../auth.api.ts';
import type { Assertion } from '../passkeys/authenticator.ts';
import { passkeyMessage } from '../passkeys/passkey-message.ts';
import { canSuggestPasskeys } from '../passkeys/passkey-support.ts';

/** Milliseconds after which suggestions are requested again: their challenge is valid for ten minutes. */
const suggestionLifetime = 9 * 60_000;

/**
 * Signs in with a passkey: `signIn` opens the browser's dialog, and until then the browser suggests passkeys in the
 * field with `autocomplete="webauthn"`. `failure` is the message of the last attempt.
 */
export function usePasskeySignIn() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const attempt = async (request: () => Promise<Assertion>) => {
    setBusy(true);
    setFailure(null);
    try {
      await signInWithPasskey(await request());
    } catch (error) {
      setFailure(passkeyMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const acceptSuggestion = useEffectEvent((chosen: Assertion) => attempt(async () => chosen));

  useEffect(() => {
    // The browser's dialog replaces the suggestions. They are requested again after it.
    if (busy) return;
    let controller = new AbortController();
    const start = () => {
      controller.abort();
      controller = new AbortController();
      suggest(controller.signal).then(
        (chosen) => chosen && acceptSuggestion(chosen),
        () => undefined, // Ignored, because the user didn't start this. The button shows its own errors.
      );
    };
    start();
    const timer = setInterval(start, suggestionLifetime);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [busy]);

  return {
    busy,
    failure,
    signIn: () => attempt(() => requestPasskey({ suggest: false })),
  };
}

/**
 * Resolves to the passkey that the user chooses in the username field; null in a browser that doesn't suggest passkeys.
 */
async function suggest(signal: AbortSignal): Promise<Assertion | null> {
  if (!(await canSuggestPasskeys())) return null;
  return requestPasskey({ suggest: true, signal });
}
