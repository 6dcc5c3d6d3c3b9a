import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, NetworkFailure } from '../../platform/api-error.ts';
import { loadChunk } from '../../platform/chunk-failure.ts';
import type { Config } from '../../platform/config.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { GoogleWords } from './google-identity.ts';
import { GoogleMark } from './provider-marks.tsx';

/** What is said when Google's script can't be had. */
const notLoaded =
  'Google could not be loaded. A content blocker or the network may have stopped it. Please try again.';

/** A nonce lasts ten minutes; a button older than this is drawn anew, in milliseconds. */
const freshFor = 9 * 60_000;

/** The first signs that a person is there: until then nothing is asked of Google. */
const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const;

interface Uses {
  words: GoogleWords;
  config: Config;
  /** The signed ID token; again at each try. */
  onCredential: (credential: string) => void;
  /** A sentence to show, or null when a new try begins. */
  onFailure: (message: string | null) => void;
}

/**
 * A button of ours that starts Google's sign-in, named as we name things and looking as ours do.
 *
 * Only Google's own button can start it, and that comes in a frame which nothing of ours reaches
 * into. So it lies unseen over ours as soon as it is there, and presses go to it. Who presses
 * earlier waits, and is then shown Google's button in place of ours.
 */
export function GoogleButton({
  label,
  busy = false,
  ...uses
}: Uses & {
  label: string;
  /** What came of a press is being worked on. */
  busy?: boolean;
}) {
  const { stage, waiting, holder, engage, press } = useGoogleButton(uses);
  const over = stage === 'over' && !busy;
  const shown = stage === 'shown' && !busy;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for several fields.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to Google's button, in its frame.
    <div
      role="group"
      aria-label={label}
      // A browser takes a moment to send presses into a frame that has just come; none is to be lost.
      onClick={over ? press : undefined}
      className={over ? buttonClass('secondary', 'large', overClass) : 'relative h-12 w-full'}
    >
      {over && <GoogleMark />}
      {over && label}
      {!over && !shown && (
        <Button
          variant="secondary"
          size="large"
          busy={busy || waiting}
          onPointerDown={engage}
          onClick={press}
          className="w-full"
        >
          <GoogleMark />
          {label}
        </Button>
      )}
      <div
        ref={holder}
        // Not hidden while it waits: browsers put off drawing a hidden frame, and then its presses.
        inert={!over && !shown}
        className={classNames(
          'absolute inset-0 grid place-items-center overflow-hidden scheme-light',
          !shown && 'scale-y-120 opacity-0',
        )}
      />
      <span role="status" className="sr-only">
        {shown && 'Google is ready. Press its button to go on.'}
      </span>
    </div>
  );
}

/** Ours under Google's: it shows the focus that Google's has. */
const overClass =
  'w-full focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent';

/** Draws Google's button when a person shows up, again when it has aged, and says where it is. */
function useGoogleButton({ words, config, onCredential, onFailure }: Uses) {
  const holder = useRef<HTMLDivElement>(null);
  const drawing = useRef<Promise<void> | null>(null);
  /** Somebody is on our button: it stays until they have pressed it. */
  const engaged = useRef(false);
  const [stage, setStage] = useState<'none' | 'over' | 'shown'>('none');
  const [waiting, setWaiting] = useState(false);

  const forget = useCallback(() => {
    drawing.current = null;
    engaged.current = false;
    setStage('none');
  }, []);
  const draw = () => {
    drawing.current ??= drawInto(holder.current, {
      words,
      config,
      onFailure,
      onCredential: (credential) => {
        forget(); // Its nonce is spent.
        onCredential(credential);
      },
    }).catch((error) => {
      drawing.current = null;
      throw error;
    });
    return drawing.current;
  };
  const prepare = useEffectEvent(async () => {
    try {
      await draw();
      const isFocused = holder.current?.parentElement?.contains(document.activeElement);
      if (!engaged.current && !isFocused) setStage('over');
    } catch {
      // Nobody asked for it yet; who presses tries again and is told.
    }
  });
  const press = async () => {
    engaged.current = true;
    onFailure(null);
    setWaiting(true);
    try {
      await draw();
      setStage('shown');
    } catch (error) {
      engaged.current = false;
      onFailure(googleTroubleMessage(error));
    } finally {
      setWaiting(false);
    }
  };

  useEffect(() => {
    if (stage === 'none') return onSignOfLife(() => prepare());
    if (stage === 'shown')
      holder.current?.querySelector<HTMLElement>('iframe, [role="button"]')?.focus();
    const aged = setTimeout(forget, freshFor);
    return () => clearTimeout(aged);
  }, [stage, forget]);

  return { stage, waiting, holder, press, engage: () => (engaged.current = true) };
}

/** Loads what is needed and draws. */
async function drawInto(holder: HTMLElement | null, uses: Uses): Promise<void> {
  if (holder === null) throw new Error('There is no place for the button');
  const { drawGoogleButton } = await loadChunk(() => import('./google-identity.ts'));
  const { words, config, onCredential, onFailure } = uses;
  await drawGoogleButton(config, {
    holder,
    words,
    onCredential,
    onPress: () => onFailure(null),
  });
}

/** Why Google's button is not there, in the words shown. */
function googleTroubleMessage(error: unknown): string {
  const isOurs = error instanceof ApiError || error instanceof NetworkFailure;
  return isOurs ? error.message : notLoaded;
}

/** Calls back once, when a person moves, touches or types; answers how to stop. */
function onSignOfLife(callback: () => void): () => void {
  const done = new AbortController();
  const first = () => {
    done.abort();
    callback();
  };
  for (const sign of signsOfLife) {
    document.addEventListener(sign, first, { signal: done.signal, passive: true, capture: true });
  }
  return () => done.abort();
}
