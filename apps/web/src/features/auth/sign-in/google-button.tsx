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

/** The events that can be a user's first interaction. With a mouse or keyboard, Google's script is loaded only then. */
const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

interface GoogleButtonProps {
  text: GoogleButtonText;
  config: Config;
  /** Called with the signed ID token of each attempt. */
  onCredential: (credential: string) => void;
  /** Called with a message to show, or with null when a new attempt starts. */
  onFailure: (message: string | null) => void;
}

/**
 * A button in this app's style that starts Google's sign-in.
 *
 * Only Google's own button can start the sign-in, and it is in a cross-origin frame. Once loaded, the invisible frame
 * covers this button and receives its presses. On a touch screen, the first press is usually the first interaction, so
 * the frame is loaded in advance. Until it has loaded, this button is disabled and says so: otherwise users would have
 * to press twice. With a mouse or keyboard, a press before the frame has loaded waits for it. Google's button then
 * replaces this one, and has to be pressed.
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
  const { stage, isLoading, isWaiting, container, startPress, press } = useGoogleButton(
    props,
    busy,
  );
  const isOverlay = stage === 'overlay' && !busy;
  const isVisible = stage === 'visible' && !busy;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for several fields.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to Google's button, in its frame.
    <div
      role="group"
      aria-label={label}
      // Just after the frame appears, the browser may still deliver a press to this element instead of the frame.
      onClick={isOverlay ? press : undefined}
      className={
        isOverlay ? buttonClass('secondary', 'large', overlayClass) : 'relative h-12 w-full'
      }
    >
      {isOverlay && <GoogleLogo />}
      {isOverlay && label}
      {isLoading && (
        <Button variant="secondary" size="large" disabled className="w-full">
          <span aria-hidden="true" className="inline-grid">
            <Spinner label={copy.loading} />
          </span>
          {copy.loading}
        </Button>
      )}
      {!isLoading && !isOverlay && !isVisible && (
        <Button
          variant="secondary"
          size="large"
          busy={busy || isWaiting}
          onPointerDown={startPress}
          onClick={press}
          className="w-full"
        >
          <GoogleLogo />
          {label}
        </Button>
      )}
      <div
        ref={container}
        // The frame is inert instead of hidden: browsers render a hidden frame late, which would delay the first press.
        inert={!isOverlay && !isVisible}
        className={classNames(
          'absolute inset-0 grid place-items-center overflow-hidden scheme-light',
          !isVisible && 'scale-y-120 opacity-0',
        )}
      />
      <span role="status" className="sr-only">
        {isVisible && copy.ready}
      </span>
    </div>
  );
}

/** Shows a focus ring while Google's button, which is invisible, has the focus. */
const overlayClass =
  'w-full focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent';

/** Renders Google's button before it is likely to be pressed, and again before its nonce expires. */
function useGoogleButton(
  { text, config, onCredential, onFailure }: GoogleButtonProps,
  busy: boolean,
) {
  const container = useRef<HTMLDivElement>(null);
  const rendering = useRef<Promise<void> | null>(null);
  /** True from when our button is pressed until Google's button is shown. Ours must not be replaced in between. */
  const isPressed = useRef(false);
  const [stage, setStage] = useState<'unrendered' | 'overlay' | 'visible'>('unrendered');
  const [isWaiting, setWaiting] = useState(false);
  /** True if the frame couldn't be loaded in advance. Pressing the button retries. */
  const [hasFailed, setFailed] = useState(false);
  const [isTouch] = useState(isTouchScreen);

  const reset = useCallback(() => {
    rendering.current = null;
    isPressed.current = false;
    setStage('unrendered');
    setFailed(false);
  }, []);
  const render = () => {
    rendering.current ??= renderInto(container.current, {
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
      const isFocused = container.current?.parentElement?.contains(document.activeElement);
      if (!isPressed.current && !isFocused) setStage('overlay');
    } catch {
      // The error isn't shown, because the user hasn't pressed the button. Pressing it retries and shows the error.
      setFailed(true);
    }
  });
  const press = async () => {
    isPressed.current = true;
    onFailure(null);
    setWaiting(true);
    try {
      await render();
      setStage('visible');
    } catch (error) {
      isPressed.current = false;
      onFailure(googleErrorMessage(error));
    } finally {
      setWaiting(false);
    }
  };

  useEffect(() => {
    // While a credential is processed, a new nonce could replace the one that it was issued for.
    if (stage === 'unrendered') return busy ? undefined : beforeFirstPress(() => prepare());
    if (stage === 'visible')
      container.current?.querySelector<HTMLElement>('iframe, [role="button"]')?.focus();
    const timer = setTimeout(reset, buttonLifetime);
    return () => clearTimeout(timer);
  }, [stage, busy, reset]);

  const isLoading = isTouch && stage === 'unrendered' && !hasFailed && !busy;
  const startPress = () => (isPressed.current = true);
  return { stage, isLoading, isWaiting, container, press, startPress };
}

/** Loads Google's script and renders its button. */
async function renderInto(container: HTMLElement | null, props: GoogleButtonProps): Promise<void> {
  if (container === null) throw new Error('The button has no container');
  const { text, config, onCredential, onFailure } = props;
  await renderGoogleButton(config, {
    container,
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

/** True on a screen without hover, where no other event precedes the first press. */
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
