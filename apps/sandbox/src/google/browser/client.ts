// The identity script. It runs in the app's page as a classic script under the app's content security policy: no inline
// script and no style sheet. The button is an iframe served by the sandbox. Names and shapes match the provider's own
// script:
// https://developers.google.com/identity/gsi/web/reference/js-reference
import type { ButtonFrameMessage, ChooserMessage, CredentialResponse } from './protocol.ts';

type IdConfiguration = {
  client_id: string;
  callback?: (response: CredentialResponse) => void;
  nonce?: string;
  /** The sandbox supports only 'popup'. */
  ux_mode?: 'popup' | 'redirect';
};

type ButtonConfiguration = {
  type?: 'standard' | 'icon';
  theme?: 'outline' | 'filled_blue' | 'filled_black';
  size?: 'large' | 'medium' | 'small';
  text?: 'signin_with' | 'signup_with' | 'continue_with' | 'signin';
  shape?: 'rectangular' | 'pill' | 'circle' | 'square';
  logo_alignment?: 'left' | 'center';
  /** In pixels. */
  width?: number | string;
  click_listener?: () => void;
};

type RevocationResponse = { successful: boolean; error?: string };

const base = scriptFolder();
/** Padding around the button in its frame, for the focus ring, in pixels. */
const framePadding = 4;
const heights = { large: 40, medium: 32, small: 20 };

let configuration: IdConfiguration | null = null;
/** The callback of each rendered button, by its channel. */
const callbacks = new Map<string, (response: CredentialResponse) => void>();

/** Returns the URL of the folder that the page loads this script from. */
function scriptFolder(): URL {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new Error('Load this as a classic script.');
  return new URL('./', script.src);
}

function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: like the provider's own script, this reports errors to developers in the console.
  console.warn(`[GSI_LOGGER]: ${message}`);
}

function initialize(options: IdConfiguration): void {
  if (options.ux_mode === 'redirect') warn('The sandbox supports only ux_mode popup.');
  configuration = options;
}

function renderButton(parent: HTMLElement, options: ButtonConfiguration = {}): void {
  if (configuration === null) {
    warn('Failed to render button before calling initialize().');
    return;
  }
  const channelId = crypto.randomUUID();
  if (configuration.callback) callbacks.set(channelId, configuration.callback);

  const url = new URL('button', base);
  const { click_listener, ...style } = options;
  const params = {
    ...style,
    client_id: configuration.client_id,
    origin: location.origin,
    channel_id: channelId,
    nonce: configuration.nonce,
  };
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const frame = document.createElement('iframe');
  frame.title = 'Sign in with Google Button';
  // The frame's page uses the light scheme. The frame is transparent only if its element also uses the light scheme.
  Object.assign(frame.style, { display: 'block', border: '0', colorScheme: 'light' });
  // The container has the size of the button. The frame extends beyond it by its padding.
  const container = document.createElement('div');
  container.style.display = 'flow-root';
  frame.style.margin = `-${framePadding}px`;
  function setSize(width: number, height: number): void {
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
    container.style.width = `${width - 2 * framePadding}px`;
    container.style.height = `${height - 2 * framePadding}px`;
  }
  setSize(
    Number(options.width ?? 200) + 2 * framePadding,
    heights[options.size ?? 'large'] + 2 * framePadding,
  );
  frame.src = url.href;
  container.append(frame);

  addEventListener('message', function handleMessage(event: MessageEvent<ButtonFrameMessage>) {
    if (frame.contentWindow === null || event.source !== frame.contentWindow) return;
    const message = event.data;
    if (event.origin !== base.origin || message?.channel !== 'cairn-sandbox-google-button') {
      return;
    }
    if (message.type === 'size') {
      setSize(message.width, message.height);
    } else if (message.type === 'click') click_listener?.();
    else warn('Failed to open popup window. Maybe blocked by the browser.');
  });
  parent.replaceChildren(container);
}

addEventListener('message', (event: MessageEvent<ChooserMessage>) => {
  const message = event.data;
  if (event.origin !== base.origin || message?.channel !== 'cairn-sandbox-google-chooser') return;
  const { credential, select_by, client_id } = message;
  callbacks.get(message.channel_id)?.({ credential, select_by, client_id });
});

/** Reports that the prompt is not displayed: the sandbox has no session outside the chooser. */
function prompt(listener?: (notification: object) => void): void {
  const notification = {
    getMomentType: () => 'display',
    isDisplayMoment: () => true,
    isDisplayed: () => false,
    isNotDisplayed: () => true,
    getNotDisplayedReason: () => 'opt_out_or_no_session',
    isSkippedMoment: () => false,
    getSkippedReason: () => '',
    isDismissedMoment: () => false,
    getDismissedReason: () => '',
  };
  queueMicrotask(() => listener?.(notification));
}

async function revoke(
  hint: string,
  callback?: (response: RevocationResponse) => void,
): Promise<void> {
  const response = await requestRevocation(hint).catch(
    (): RevocationResponse => ({ successful: false, error: 'network_error' }),
  );
  callback?.(response);
}

async function requestRevocation(hint: string): Promise<RevocationResponse> {
  const body = new URLSearchParams({ client_id: configuration?.client_id ?? '', hint });
  const response = await fetch(new URL('revoke', base), { method: 'POST', body });
  // The sandbox's own response, so its shape is known.
  return (await response.json()) as RevocationResponse;
}

const id = {
  initialize,
  renderButton,
  prompt,
  revoke,
  // The sandbox never selects an account automatically and shows no prompt, so these do nothing.
  disableAutoSelect() {},
  cancel() {},
};
const page = window as { google?: { accounts?: object }; onGoogleLibraryLoad?: () => void };
page.google = { ...page.google, accounts: { ...page.google?.accounts, id } };
page.onGoogleLibraryLoad?.();
