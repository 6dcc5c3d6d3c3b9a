// The aggregator's link script. It runs in the app's page as a classic script under the app's content security policy:
// no inline script, no eval, and a constructed style sheet, which every policy allows.
import type { FrameMessage, PageMessage } from './protocol.ts';

type LinkConfig = {
  token: string;
  onSuccess: (publicToken: string | null, metadata: unknown) => void;
  onExit?: (error: unknown, metadata: unknown) => void;
  onEvent?: (name: string, metadata: unknown) => void;
  onLoad?: () => void;
  /** Only for banks with OAuth redirects. The sandbox has none. */
  receivedRedirectUri?: string | null;
};

type LinkHandler = {
  open(): void;
  exit(options?: { force?: boolean }): void;
  submit(): void;
  destroy(): void;
};

const loadTimeoutMs = 10_000;
const sandboxOrigin = scriptOrigin();
const unreachableError = {
  error_type: 'API_ERROR',
  error_code: 'INTERNAL_SERVER_ERROR',
  error_message: 'The link page did not load.',
  display_message: 'We couldn’t reach the bank. Try again in a moment.',
};
const emptyMetadata = { institution: null, status: null, link_session_id: '', request_id: '' };

const styleSheet = new CSSStyleSheet();
styleSheet.replaceSync(`
  dialog.cairn-sandbox-link { position: fixed; inset: 0; width: 100%; height: 100dvh; max-width: none; max-height: none;
    margin: 0; padding: 0; border: 0; overflow: hidden; background: rgb(8 26 30 / 0.6); }
  dialog.cairn-sandbox-link[open] { display: grid; place-items: center; }
  dialog.cairn-sandbox-link::backdrop { background: transparent; }
  dialog.cairn-sandbox-link iframe { display: block; width: 100%; height: 100%; border: 0; }
  @media (min-width: 520px) {
    dialog.cairn-sandbox-link iframe { width: 420px; height: min(700px, calc(100dvh - 32px)); border-radius: 20px;
      box-shadow: 0 24px 64px rgb(0 0 0 / 0.35); }
  }`);

/** Returns the origin that the page loads this script from. */
function scriptOrigin(): string {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new Error('This is a classic script.');
  return new URL(script.src).origin;
}

/** The overlay with the link page in its frame. It locks the page's scrolling while it is open. */
class Overlay {
  readonly dialog = document.createElement('dialog');
  readonly frame = document.createElement('iframe');
  #pageOverflow = '';

  constructor() {
    if (!document.adoptedStyleSheets.includes(styleSheet)) {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
    }
    this.dialog.className = 'cairn-sandbox-link';
    this.dialog.setAttribute('aria-label', 'Link your bank');
    this.frame.title = 'Link your bank';
    this.frame.src = `${sandboxOrigin}/plaid/link/v2/stable/link.html?origin=${encodeURIComponent(location.origin)}`;
    this.dialog.append(this.frame);
    document.body.append(this.dialog);
  }

  open(): void {
    this.#pageOverflow = document.documentElement.style.overflow;
    document.documentElement.style.overflow = 'hidden';
    this.dialog.showModal();
    this.frame.focus();
  }

  /** Closes the overlay and restores the page's focus and scrolling. */
  close(): void {
    if (!this.dialog.open) return;
    this.dialog.close();
    document.documentElement.style.overflow = this.#pageOverflow;
  }
}

function create(config: LinkConfig): LinkHandler {
  if (typeof config?.token !== 'string' || config.token === '') {
    throw new Error('Missing Link parameter. Link requires a token to be provided.');
  }
  const overlay = new Overlay();
  const { dialog, frame } = overlay;
  let isReady = false;
  let isOpening = false;
  const loadTimer = setTimeout(() => {
    if (!isReady && isOpening) finish(() => config.onExit?.(unreachableError, emptyMetadata));
  }, loadTimeoutMs);

  const send = (message: PageMessage) => frame.contentWindow?.postMessage(message, sandboxOrigin);
  const start = () => send({ channel: 'cairn-sandbox-link', type: 'open', token: config.token });
  const requestExit = (force: boolean) =>
    send({ channel: 'cairn-sandbox-link', type: 'exit', force });

  /** Closes the overlay, and then notifies the app. */
  function finish(notifyApp: () => void): void {
    isOpening = false;
    overlay.close();
    notifyApp();
  }

  function handleMessage(event: MessageEvent<FrameMessage>): void {
    if (event.origin !== sandboxOrigin || event.source !== frame.contentWindow) return;
    const message = event.data;
    if (message?.channel !== 'cairn-sandbox-link') return;
    if (message.type === 'ready') {
      isReady = true;
      clearTimeout(loadTimer);
      config.onLoad?.();
      if (isOpening) start();
    } else if (message.type === 'event') {
      config.onEvent?.(message.name, message.metadata);
    } else if (message.type === 'success') {
      finish(() => config.onSuccess(message.publicToken, message.metadata));
    } else if (message.type === 'exit') {
      finish(() => config.onExit?.(message.error, message.metadata));
    }
  }
  addEventListener('message', handleMessage);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    requestExit(false);
  });

  return {
    open() {
      if (dialog.open || !dialog.isConnected) return;
      isOpening = true;
      overlay.open();
      if (isReady) start();
    },
    exit(options) {
      if (dialog.open) requestExit(options?.force === true);
    },
    // Only flows that start outside the overlay submit data. The sandbox has none.
    submit() {},
    destroy() {
      clearTimeout(loadTimer);
      removeEventListener('message', handleMessage);
      finish(() => {});
      dialog.remove();
    },
  };
}

Object.assign(window, { Plaid: { create } });
