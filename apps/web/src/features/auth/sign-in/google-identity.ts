import { call } from '../../../platform/api/api-client.ts';
import {
  ExternalScriptError,
  loadExternalScript,
} from '../../../platform/browser/external-script.ts';
import type { Config } from '../../../platform/config.ts';

/** The part of Google's identity API that is used here. */
interface GoogleId {
  initialize(options: {
    client_id: string;
    nonce: string;
    callback: (response: { credential: string }) => void;
  }): void;
  renderButton(
    container: HTMLElement,
    options: {
      theme: 'outline' | 'filled_black';
      size: 'large';
      text: GoogleButtonText;
      logo_alignment: 'center';
      width: number;
      click_listener: () => void;
    },
  ): void;
}

/** The button texts that Google offers. */
export type GoogleButtonText = 'signin_with' | 'signup_with' | 'continue_with';

/** Where Google's button is rendered, and its callbacks. */
export interface GoogleButtonOptions {
  readonly container: HTMLElement;
  readonly text: GoogleButtonText;
  /** Called with the signed ID token of the chosen Google account. */
  readonly onCredential: (credential: string) => void;
  readonly onPress: () => void;
}

/** How many milliseconds to wait for the button's frame. */
const frameTimeout = 10_000;
/** The widest button that Google's script renders, in pixels. */
const maxWidth = 400;
let loadingScript: Promise<GoogleId> | undefined;

/**
 * Renders Google's own button into `container`; its sign-in can't be started in any other way. Each button
 * gets a new nonce, because a nonce is valid for one sign-in. Throws like `call`, and
 * {@link ExternalScriptError} if the script can't be loaded.
 */
export async function renderGoogleButton(
  { google_client_id, google_script_url }: Config,
  { container, text, onCredential, onPress }: GoogleButtonOptions,
): Promise<void> {
  if (google_client_id === null || google_script_url === null) {
    throw new Error('Google sign-in is not configured');
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
  container.replaceChildren();
  id.renderButton(container, {
    theme: isDark() ? 'filled_black' : 'outline',
    size: 'large',
    text,
    logo_alignment: 'center',
    width: Math.min(maxWidth, Math.floor(container.getBoundingClientRect().width)),
    click_listener: onPress,
  });
  await waitForFrame(container);
}

function loadIdentityScript(url: string): Promise<GoogleId> {
  loadingScript ??= loadExternalScript(url, readGoogleId).catch((error) => {
    loadingScript = undefined;
    throw error;
  });
  return loadingScript;
}

/** The API that the script defines on the window. */
const readGoogleId = (): GoogleId | undefined =>
  (window as { google?: { accounts?: { id?: GoogleId } } }).google?.accounts?.id;

/** True if the page is shown in the dark theme, chosen by the user or by the system. */
function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (colorScheme !== 'light dark') return colorScheme === 'dark';
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Resolves once the button can be pressed. Waits for its frame, if it has one. */
function waitForFrame(container: HTMLElement): Promise<void> {
  const frame = container.querySelector('iframe');
  if (frame === null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ExternalScriptError('The button did not load')),
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
