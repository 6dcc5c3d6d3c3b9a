// The identity script. It runs in the app's page as a classic script under the app's content security policy: no inline
// script, no style sheet; the button is a frame of the sandbox's. Names and shapes are those of the provider's own script:
// https://developers.google.com/identity/gsi/web/reference/js-reference
import type { CredentialResponse, FromButton, FromChooser } from './protocol.ts';

type IdConfiguration = {
  client_id: string;
  callback?: (response: CredentialResponse) => void;
  nonce?: string;
  /** Only 'popup' is played here. */
  ux_mode?: 'popup' | 'redirect';
};

type ButtonConfiguration = {
  type?: 'standard' | 'icon';
  theme?: 'outline' | 'filled_blue' | 'filled_black';
  size?: 'large' | 'medium' | 'small';
  text?: 'signin_with' | 'signup_with' | 'continue_with' | 'signin';
  shape?: 'rectangular' | 'pill' | 'circle' | 'square';
  logo_alignment?: 'left' | 'center';
  /** Pixels. */
  width?: number | string;
  click_listener?: () => void;
};

type RevocationResponse = { successful: boolean; error?: string };

(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const base = new URL('./', script.src);
  /** Room in the frame around the button, for the ring that shows the focus. */
  const room = 4;
  const heights = { large: 40, medium: 32, small: 20 };

  let configuration: IdConfiguration | null = null;
  /** The callback of each rendered button, by its channel. */
  const callbacks = new Map<string, (response: CredentialResponse) => void>();

  function complain(words: string): void {
    // biome-ignore lint/suspicious/noConsole: the provider's own script tells developers here, and nowhere else.
    console.warn(`[GSI_LOGGER]: ${words}`);
  }

  function initialize(given: IdConfiguration): void {
    if (given.ux_mode === 'redirect') complain('The sandbox plays ux_mode popup only.');
    configuration = given;
  }

  function renderButton(parent: HTMLElement, options: ButtonConfiguration = {}): void {
    if (configuration === null) {
      complain('Failed to render button before calling initialize().');
      return;
    }
    const channelId = crypto.randomUUID();
    if (configuration.callback) callbacks.set(channelId, configuration.callback);

    const address = new URL('button', base);
    const { click_listener, ...look } = options;
    const asked = {
      ...look,
      client_id: configuration.client_id,
      origin: location.origin,
      channel_id: channelId,
      nonce: configuration.nonce,
    };
    for (const [name, value] of Object.entries(asked)) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const frame = document.createElement('iframe');
    frame.title = 'Sign in with Google Button';
    // The frame's page is light whatever the theme: only where both agree does the ground show through.
    Object.assign(frame.style, { display: 'block', border: '0', colorScheme: 'light' });
    // As large as the button alone: the frame hangs over it by the room around.
    const holder = document.createElement('div');
    holder.style.display = 'flow-root';
    frame.style.margin = `-${room}px`;
    function size(width: number, height: number): void {
      Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
      holder.style.width = `${width - 2 * room}px`;
      holder.style.height = `${height - 2 * room}px`;
    }
    size(Number(options.width ?? 200) + 2 * room, heights[options.size ?? 'large'] + 2 * room);
    frame.src = address.href;
    holder.append(frame);

    addEventListener('message', function hear(event: MessageEvent<FromButton>) {
      if (frame.contentWindow === null || event.source !== frame.contentWindow) return;
      const message = event.data;
      if (event.origin !== base.origin || message?.channel !== 'cairn-sandbox-google-button') {
        return;
      }
      if (message.type === 'size') {
        size(message.width, message.height);
      } else if (message.type === 'click') click_listener?.();
      else complain('Failed to open popup window. Maybe blocked by the browser.');
    });
    parent.replaceChildren(holder);
  }

  addEventListener('message', (event: MessageEvent<FromChooser>) => {
    const message = event.data;
    if (event.origin !== base.origin || message?.channel !== 'cairn-sandbox-google-chooser') return;
    const { credential, select_by, client_id } = message;
    callbacks.get(message.channel_id)?.({ credential, select_by, client_id });
  });

  /** Nobody is signed in at the sandbox outside the chooser, so the prompt has nothing to offer and says so. */
  function prompt(listener?: (moment: object) => void): void {
    const moment = {
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
    queueMicrotask(() => listener?.(moment));
  }

  async function revoke(
    hint: string,
    tell?: (response: RevocationResponse) => void,
  ): Promise<void> {
    const answer = await askToRevoke(hint).catch(
      (): RevocationResponse => ({ successful: false, error: 'network_error' }),
    );
    tell?.(answer);
  }

  async function askToRevoke(hint: string): Promise<RevocationResponse> {
    const body = new URLSearchParams({ client_id: configuration?.client_id ?? '', hint });
    const reply = await fetch(new URL('revoke', base), { method: 'POST', body });
    // The reply is the sandbox's own.
    return (await reply.json()) as RevocationResponse;
  }

  const id = {
    initialize,
    renderButton,
    prompt,
    revoke,
    // The sandbox never selects an account by itself and shows no prompt: there is nothing to switch off or to take away.
    disableAutoSelect() {},
    cancel() {},
  };
  const page = window as { google?: { accounts?: object }; onGoogleLibraryLoad?: () => void };
  page.google = { ...page.google, accounts: { ...page.google?.accounts, id } };
  page.onGoogleLibraryLoad?.();
})();
