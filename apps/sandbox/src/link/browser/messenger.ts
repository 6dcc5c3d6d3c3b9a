import type {
  EventMetadata,
  FrameMessage,
  LinkError,
  LinkInstitution,
  PageMessage,
  SuccessMetadata,
} from './protocol.ts';

type MessageBody = FrameMessage extends infer Message
  ? Message extends FrameMessage
    ? Omit<Message, 'channel'>
    : never
  : never;

/** The frame's message channel to the app's page. It sends to a single origin, and accepts messages only from there. */
export class Messenger {
  /** The flow's current state, which is included in events and in the exit message. */
  institution: LinkInstitution | null = null;
  error: LinkError | null = null;
  view: string | null = null;
  isUpdate = false;
  #sessionId = '';
  #requestId = '';
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Creates a messenger for the embedding page, whose origin is in `?origin=`. */
  static toParent(handlers: {
    open: (token: string) => void;
    exit: (force: boolean) => void;
  }): Messenger {
    const messenger = new Messenger(new URLSearchParams(location.search).get('origin') ?? '');
    addEventListener('message', (event: MessageEvent<PageMessage>) => {
      // A page with a false `?origin=` receives nothing (targetOrigin), and its messages are ignored here.
      if (event.source !== parent || event.origin !== messenger.#origin) return;
      if (event.data?.channel !== 'cairn-sandbox-link') return;
      if (event.data.type === 'open') handlers.open(event.data.token);
      if (event.data.type === 'exit') handlers.exit(event.data.force);
    });
    return messenger;
  }

  ready(): void {
    this.#post({ type: 'ready' });
  }

  /** Starts a new link session and resets all state. */
  startSession(): void {
    this.institution = null;
    this.error = null;
    this.view = null;
    this.isUpdate = false;
    this.#sessionId = crypto.randomUUID();
    this.#requestId = crypto.randomUUID();
  }

  /** Sets the aggregator's session ID once it is known. */
  setSession(sessionId: string, isUpdate: boolean): void {
    this.#sessionId = sessionId;
    this.isUpdate = isUpdate;
  }

  setRequestId(id: string | undefined): void {
    if (id) this.#requestId = id;
  }

  event(name: string, details: Record<string, string | null> = {}): void {
    const { display_message: _omitted, ...fields } = details;
    const metadata: EventMetadata = {
      account_number_mask: null,
      error_type: null,
      error_code: null,
      error_message: null,
      exit_status: null,
      institution_id: this.institution?.institution_id ?? null,
      institution_name: this.institution?.name ?? null,
      institution_search_query: null,
      is_update_mode: String(this.isUpdate),
      match_reason: null,
      mfa_type: null,
      routing_number: null,
      selection: null,
      view_name: this.view,
      ...fields,
      link_session_id: this.#sessionId,
      request_id: this.#requestId,
      timestamp: new Date().toISOString(),
    };
    this.#post({ type: 'event', name, metadata });
  }

  success(publicToken: string | null, metadata: SuccessMetadata): void {
    this.event('HANDOFF');
    this.#post({
      type: 'success',
      publicToken,
      metadata: { ...metadata, link_session_id: metadata.link_session_id || this.#sessionId },
    });
  }

  exit(institution: LinkInstitution | null, status: string | null): void {
    const { error } = this;
    this.event('EXIT', { exit_status: status, ...error });
    this.#post({
      type: 'exit',
      error,
      metadata: {
        institution: institution && {
          institution_id: institution.institution_id,
          name: institution.name,
        },
        status,
        link_session_id: this.#sessionId,
        request_id: this.#requestId,
      },
    });
  }

  #post(message: MessageBody): void {
    if (parent === window || this.#origin === '') return;
    parent.postMessage({ channel: 'cairn-sandbox-link', ...message }, this.#origin);
  }
}
