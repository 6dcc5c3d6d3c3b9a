// The bank's link script. It runs in the app's page as a classic script under the app's content security policy:
// no inline script, no eval, and its one style sheet is constructed, which every policy allows.
import type { FromFrame, ToFrame } from './protocol.ts';

type LinkConfig = {
  token: string;
  onSuccess: (publicToken: string | null, metadata: unknown) => void;
  onExit?: (error: unknown, metadata: unknown) => void;
  onEvent?: (name: string, metadata: unknown) => void;
  onLoad?: () => void;
  /** Only for banks that send people to their own site, of which the sandbox has none. */
  receivedRedirectUri?: string | null;
};

type LinkHandler = {
  open(): void;
  exit(options?: { force?: boolean }): void;
  submit(): void;
  destroy(): void;
};

(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const bank = new URL(script.src).origin;
  const patience = 10_000;

  const look = new CSSStyleSheet();
  look.replaceSync(`
    dialog.cairn-sandbox-link { position: fixed; inset: 0; width: 100%; height: 100dvh; max-width: none; max-height: none;
      margin: 0; padding: 0; border: 0; overflow: hidden; background: rgb(8 26 30 / 0.6); }
    dialog.cairn-sandbox-link[open] { display: grid; place-items: center; }
    dialog.cairn-sandbox-link::backdrop { background: transparent; }
    dialog.cairn-sandbox-link iframe { display: block; width: 100%; height: 100%; border: 0; }
    @media (min-width: 520px) {
      dialog.cairn-sandbox-link iframe { width: 420px; height: min(700px, calc(100dvh - 32px)); border-radius: 20px;
        box-shadow: 0 24px 64px rgb(0 0 0 / 0.35); }
    }`);

  function create(config: LinkConfig): LinkHandler {
    if (typeof config?.token !== 'string' || config.token === '') {
      throw new Error('Missing Link parameter. Link requires a token to be provided.');
    }
    if (!document.adoptedStyleSheets.includes(look)) {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, look];
    }
    const dialog = document.createElement('dialog');
    dialog.className = 'cairn-sandbox-link';
    dialog.setAttribute('aria-label', 'Link your bank');
    const frame = document.createElement('iframe');
    frame.title = 'Link your bank';
    frame.src = `${bank}/plaid/link/v2/stable/link.html?origin=${encodeURIComponent(location.origin)}`;
    dialog.append(frame);
    document.body.append(dialog);

    let ready = false;
    let wanted = false;
    let overflow = '';
    const slow = setTimeout(() => {
      if (!ready && wanted) finish(() => config.onExit?.(unreachable, nothing));
    }, patience);

    const tell = (message: ToFrame) => frame.contentWindow?.postMessage(message, bank);
    const start = () => tell({ channel: 'cairn-sandbox-link', type: 'open', token: config.token });
    const leave = (force: boolean) => tell({ channel: 'cairn-sandbox-link', type: 'exit', force });

    /** Closes the overlay, gives the page back its focus and scrolling, and only then tells the app. */
    function finish(tellApp: () => void): void {
      wanted = false;
      if (dialog.open) {
        dialog.close();
        document.documentElement.style.overflow = overflow;
      }
      tellApp();
    }

    function hear(event: MessageEvent<FromFrame>): void {
      if (event.origin !== bank || event.source !== frame.contentWindow) return;
      const message = event.data;
      if (message?.channel !== 'cairn-sandbox-link') return;
      if (message.type === 'ready') {
        ready = true;
        clearTimeout(slow);
        config.onLoad?.();
        if (wanted) start();
      } else if (message.type === 'event') {
        config.onEvent?.(message.name, message.metadata);
      } else if (message.type === 'success') {
        finish(() => config.onSuccess(message.publicToken, message.metadata));
      } else if (message.type === 'exit') {
        finish(() => config.onExit?.(message.error, message.metadata));
      }
    }
    addEventListener('message', hear);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      leave(false);
    });

    return {
      open() {
        if (dialog.open || !dialog.isConnected) return;
        wanted = true;
        overflow = document.documentElement.style.overflow;
        document.documentElement.style.overflow = 'hidden';
        dialog.showModal();
        frame.focus();
        if (ready) start();
      },
      exit(options) {
        if (dialog.open) leave(options?.force === true);
      },
      // Only flows that begin outside the overlay have something to submit; the sandbox has none of them.
      submit() {},
      destroy() {
        clearTimeout(slow);
        removeEventListener('message', hear);
        finish(() => {});
        dialog.remove();
      },
    };
  }

  const unreachable = {
    error_type: 'API_ERROR',
    error_code: 'INTERNAL_SERVER_ERROR',
    error_message: 'The link page did not load.',
    display_message: 'The bank could not be reached. Try again in a moment.',
  };
  const nothing = { institution: null, status: null, link_session_id: '', request_id: '' };

  Object.assign(window, { Plaid: { create } });
})();
