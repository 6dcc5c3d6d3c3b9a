import { call } from '../../platform/api-client.ts';
import type { Config } from '../../platform/config.ts';
import { ExternalScriptFailure, loadExternalScript } from '../../platform/external-script.ts';

/** What the identity script puts on the window, as far as it is used here. */
interface GoogleId {
  initialize(options: {
    client_id: string;
    nonce: string;
    callback: (answer: { credential: string }) => void;
  }): void;
  renderButton(
    place: HTMLElement,
    look: {
      theme: 'outline' | 'filled_black';
      size: 'large';
      text: GoogleWords;
      logo_alignment: 'center';
      width: number;
      click_listener: () => void;
    },
  ): void;
}

/** The words that Google lets its button say. */
export type GoogleWords = 'signin_with' | 'signup_with' | 'continue_with';

/** Where Google's button goes, and who is told what comes of it. */
export interface GooglePlace {
  readonly holder: HTMLElement;
  readonly words: GoogleWords;
  /** The signed ID token of whom the person chose. */
  readonly onCredential: (credential: string) => void;
  readonly onPress: () => void;
}

/** Longest wait for the frame that the button is in, in milliseconds. */
const frameTimeout = 10_000;
/** The widest button that the script draws, in pixels. */
const widest = 400;
let loading: Promise<GoogleId> | undefined;

/**
 * Draws Google's own button into `holder`: the identity script does not start from any other. Each
 * time with a new nonce, for a nonce is good for one sign-in; the script takes the last it was
 * given. Throws as `call` does, and {@link ExternalScriptFailure} when the script can't be had.
 */
export async function drawGoogleButton(
  { google_client_id, google_script_url }: Config,
  { holder, words, onCredential, onPress }: GooglePlace,
): Promise<void> {
  if (google_client_id === null || google_script_url === null) {
    throw new Error('Signing in with Google is not offered here');
  }
  const [id, { nonce }] = await Promise.all([
    loadIdentityScript(google_script_url),
    call('GET /auth/google/nonce'),
  ]);
  id.initialize({
    client_id: google_client_id,
    nonce,
    callback: ({ credential }) => onCredential(credential),
  });
  holder.replaceChildren();
  id.renderButton(holder, {
    theme: isDark() ? 'filled_black' : 'outline',
    size: 'large',
    text: words,
    logo_alignment: 'center',
    width: Math.min(widest, Math.floor(holder.getBoundingClientRect().width)),
    click_listener: onPress,
  });
  await frameLoaded(holder);
}

function loadIdentityScript(url: string): Promise<GoogleId> {
  loading ??= loadExternalScript(url, identityOfWindow).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Put there by the script. */
const identityOfWindow = (): GoogleId | undefined =>
  (window as { google?: { accounts?: { id?: GoogleId } } }).google?.accounts?.id;

/** Whether the page is dark now: chosen so, or left to a device that is. */
function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (colorScheme !== 'light dark') return colorScheme === 'dark';
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Until the button can be pressed: it usually comes in a frame of Google's. */
function frameLoaded(holder: HTMLElement): Promise<void> {
  const frame = holder.querySelector('iframe');
  if (frame === null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ExternalScriptFailure('The button did not come')),
      frameTimeout,
    );
    frame.addEventListener(
      'load',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
