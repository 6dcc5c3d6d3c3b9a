import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, NetworkError } from '../../../platform/api/api-error.ts';
import { afterNextFrame } from '../../../platform/browser/after-next-frame.ts';
import type { Config } from '../../../platform/config.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { authCopy } from '../auth.copy.ts';
import { GoogleLogo } from '../provider-logos.tsx';
import { type GoogleButtonText, renderGoogleButton } from './google-identity.ts';

const copy = authCopy.google;

/** Milliseconds after which the button is rendered again: its nonce expires after ten minutes. */
const buttonLifetime = 9 * 60_000;

/** The first user interaction. With a mouse or keyboard, Google's script isn't loaded before it. */
const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

interface GoogleButtonProps {
  text: GoogleButtonText;
  config: Config;
  /** Called with the signed ID token at each attempt. */
  onCredential: (credential: string) => void;
  /** Called with a message to show, or with null when a new attempt starts. */
  onFailure: (message: string | null) => void;
}

/**
 * A button in this app's style that starts Google's sign-in.
 *
 * Only Google's own button can start it, and that is in a cross-origin frame. Once loaded, the frame lies
 * invisibly over this button and receives the presses. On a touch screen the first press is usually the
 * first interaction, so the frame is loaded before it. Until then, the button says that it is loading and can't be
 * pressed, because it would need a second press. With a mouse or keyboard, a press before the frame is loaded waits
 * and then shows Google's button in its place.
 */
export function GoogleButton({
  label,
  busy = false,
  ...props
}: GoogleButtonProps & {
  label: string;
  /** True while a credential is being processed. */
  busy?: boolean;
}) {
  const { stage, loading, waiting, holder, engage, press } = useGoogleButton(props, busy);
  const isOverlay = stage === 'over' && !busy;
  const isShown = stage === 'shown' && !busy;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for several fields.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to Google's button, in its frame.
    <div
      role="group"
      aria-label={label}
      // Right after the frame appears, the browser may still deliver a press here instead of to the frame.
      onClick={isOverlay ? press : undefined}
      className={
        isOverlay ? buttonClass('secondary', 'large', overlayClass) : 'relative h-12 w-full'
      }
    >
      {isOverlay && <GoogleLogo />}
      {isOverlay && label}
      {loading && (
        <Button variant="secondary" size="large" disabled className="w-full">
          <span aria-hidden="true" className="inline-grid">
            <Spinner label={copy.loading} />
          </span>
          {copy.loading}
        </Button>
      )}
      {!loading && !isOverlay && !isShown && (
        <Button
          variant="secondary"
          size="large"
          busy={busy || waiting}
          onPointerDown={engage}
          onClick={press}
          className="w-full"
        >
          <GoogleLogo />
          {label}
        </Button>
      )}
      <div
        ref={holder}
        // Inert instead of hidden: browsers delay rendering a hidden frame, and with it the first press.
        inert={!isOverlay && !isShown}
        className={classNames(
          'absolute inset-0 grid place-items-center overflow-hidden scheme-light',
          !isShown && 'scale-y-120 opacity-0',
        )}
      />
      <span role="status" className="sr-only">
        {isShown && copy.ready}
      </span>
    </div>
  );
}

/** Shows the focus of Google's button, which is invisible itself. */
const overlayClass =
  'w-full focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent';

/** Renders Google's button before it is likely to be pressed, and again before its nonce expires. */
function useGoogleButton(
  { text, config, onCredential, onFailure }: GoogleButtonProps,
  busy: boolean,
) {
  const holder = useRef<HTMLDivElement>(null);
  const rendering = useRef<Promise<void> | null>(null);
  /** True while our button is being pressed. It must not be replaced during that. */
  const engaged = useRef(false);
  const [stage, setStage] = useState<'none' | 'over' | 'shown'>('none');
  const [waiting, setWaiting] = useState(false);
  /** True after the frame couldn't be loaded in advance. A press retries. */
  const [failed, setFailed] = useState(false);
  const [isTouch] = useState(isTouchScreen);

  const reset = useCallback(() => {
    rendering.current = null;
    engaged.current = false;
    setStage('none');
    setFailed(false);
  }, []);
  const render = () => {
    rendering.current ??= renderInto(holder.current, {
      text,
      config,
      onFailure,
      onCredential: (credential) => {
        reset(); // The nonce is used up.
        onCredential(credential);
      },
    }).catch((error) => {
      rendering.current = null;
      throw error;
    });
    return rendering.current;
  };
  const prepare = useEffectEvent(async () => {
    try {
      await render();
      const isFocused = holder.current?.parentElement?.contains(document.activeElement);
      if (!engaged.current && !isFocused) setStage('over');
    } catch {
      // Not shown: the user hasn't pressed the button. A press retries and shows the error.
      setFailed(true);
    }
  });
  const press = async () => {
    engaged.current = true;
    onFailure(null);
    setWaiting(true);
    try {
      await render();
      setStage('shown');
    } catch (error) {
      engaged.current = false;
      onFailure(googleErrorMessage(error));
    } finally {
      setWaiting(false);
    }
  };

  useEffect(() => {
    // While a credential is processed, a new nonce could replace the one that it was issued for.
    if (stage === 'none') return busy ? undefined : beforeFirstPress(() => prepare());
    if (stage === 'shown')
      holder.current?.querySelector<HTMLElement>('iframe, [role="button"]')?.focus();
    const timer = setTimeout(reset, buttonLifetime);
    return () => clearTimeout(timer);
  }, [stage, busy, reset]);

  const loading = isTouch && stage === 'none' && !failed && !busy;
  return { stage, loading, waiting, holder, press, engage: () => (engaged.current = true) };
}

/** Loads Google's script and renders its button. */
async function renderInto(holder: HTMLElement | null, props: GoogleButtonProps): Promise<void> {
  if (holder === null) throw new Error('The button has no container');
  const { text, config, onCredential, onFailure } = props;
  await renderGoogleButton(config, {
    holder,
    text,
    onCredential,
    onPress: () => onFailure(null),
  });
}

/** The message for a button that couldn't be rendered. */
function googleErrorMessage(error: unknown): string {
  const hasMessage = error instanceof ApiError || error instanceof NetworkError;
  return hasMessage ? error.message : copy.notLoaded;
}

/** A screen without hovering, where a press comes without warning. */
const isTouchScreen = () => window.matchMedia('(hover: none)').matches;

/**
 * Calls back once, at the first pointer or key event, or on a touch screen once the page is visible.
 * Returns a function that unsubscribes.
 */
function beforeFirstPress(callback: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const listener = () => {
    controller.abort();
    callback();
  };
  for (const event of interactionEvents)
    document.addEventListener(event, listener, { signal, passive: true, capture: true });
  if (isTouchScreen()) {
    const afterPaint = () => afterNextFrame(() => !signal.aborted && listener());
    if (document.readyState === 'complete') afterPaint();
    else window.addEventListener('load', afterPaint, { signal });
  }
  return () => controller.abort();
}
