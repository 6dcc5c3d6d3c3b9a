import { need } from '../../look/browser/dom.ts';
import {
  type Account,
  BankError,
  type Institution,
  type Login,
  link,
  openSession,
  type Session,
  signIn,
} from './bank-calls.ts';
import * as steps from './first-steps.ts';
import * as lastSteps from './last-steps.ts';
import { Messenger } from './messenger.ts';
import type { Step } from './pieces.ts';

// The frame of the link flow: one person, one link token, one step after the other. Each opening starts a new Flow;
// an answer that comes late for an old one finds it over and is dropped.

const panel = need('#panel', HTMLElement);
const back = need('#back', HTMLButtonElement);
const close = need('#close', HTMLButtonElement);

class Flow {
  readonly #token: string;
  readonly #app: Messenger;
  #session: Session | null = null;
  #institution: Institution | null = null;
  #login: Login | null = null;
  #accounts: Account[] = [];
  #chosen: string[] = [];
  #status: string | null = null;
  #finish: (() => void) | null = null;
  #resume: (() => void) | null = null;

  constructor(token: string, app: Messenger) {
    this.#token = token;
    this.#app = app;
  }

  async start(): Promise<void> {
    this.#app.begin();
    place(steps.loading('Opening…'));
    const session = await this.#attempt(openSession(this.#token));
    if (!session) return;
    this.#session = session;
    this.#app.opened(session.link_session_id, session.mode === 'update');
    this.#app.event('OPEN');
    if (session.institution) this.#askCredentials(session.institution);
    else this.#introduce();
  }

  /** Escape, the cross, or the app itself. Nothing is lost on the first step, so nothing is asked there. */
  leave(force: boolean): void {
    const resume = this.#resume;
    if (this.#finish) {
      this.#finish();
      return;
    }
    if (force || !resume || panel.dataset.view === 'EXIT') {
      this.#exit();
      return;
    }
    this.#show(
      'EXIT',
      steps.confirmExit({ exit: () => this.#exit(), stay: resume }),
      undefined,
      resume,
    );
  }

  #exit(): void {
    this.#app.exit(this.#institution, this.#status);
    over();
  }

  #introduce(): void {
    const session = this.#session;
    if (!session) return;
    this.#status = null;
    this.#show(
      'CONSENT',
      steps.introduction(session.client_name, () => this.#search()),
    );
    this.#resume = null;
  }

  #search(): void {
    const session = this.#session;
    if (!session) return;
    this.#institution = null;
    this.#status = null;
    const view = steps.search(session.institutions, {
      typed: (words, found) => {
        this.#status = found === 0 ? 'institution_not_found' : null;
        this.#app.event('SEARCH_INSTITUTION', { institution_search_query: words });
      },
      chosen: (institution) => {
        this.#app.event('SELECT_INSTITUTION', {
          institution_id: institution.institution_id,
          institution_name: institution.name,
        });
        this.#askCredentials(institution);
      },
    });
    this.#show(
      'SELECT_INSTITUTION',
      view,
      () => this.#introduce(),
      () => this.#search(),
    );
  }

  #askCredentials(institution: Institution): void {
    this.#institution = institution;
    this.#app.institution = institution;
    this.#status = 'requires_credentials';
    const updating = this.#session?.mode === 'update';
    const view = steps.credentials(institution, updating, async (username, password, refuse) => {
      this.#app.event('SUBMIT_CREDENTIALS');
      const login = { institution_id: institution.institution_id, username, password };
      try {
        const { accounts } = await signIn(this.#token, login);
        if (current !== this) return;
        this.#login = login;
        this.#accounts = accounts;
        this.#chosen = accounts.map((account) => account.id);
        this.#app.error = null;
        await this.#afterSignIn(refuse);
      } catch (error) {
        if (current === this) refuse(this.#noteError(error));
      }
    });
    this.#show('CREDENTIAL', view, updating ? undefined : () => this.#search(), () =>
      this.#askCredentials(institution),
    );
  }

  /** In update mode the accounts stay as they are, unless the app asked for a new choice, and so does what is shared. */
  async #afterSignIn(refuse: (words: string) => void): Promise<void> {
    if (this.#session?.account_selection_enabled) this.#chooseAccounts();
    else if (this.#session?.asks_for_more) this.#askConsent();
    else await this.#link(refuse);
  }

  async #link(refuse: (words: string) => void): Promise<void> {
    if (!this.#login) return;
    try {
      const linked = await link(this.#token, this.#login, this.#chosen);
      if (current === this) this.#celebrate(linked);
    } catch (error) {
      if (current === this) refuse(this.#noteError(error));
    }
  }

  #chooseAccounts(): void {
    const institution = this.#institution;
    if (!institution) return;
    this.#status = 'requires_account_selection';
    const view = lastSteps.chooseAccounts(institution, this.#accounts, this.#chosen, (ids) => {
      this.#chosen = ids;
      this.#askConsent();
    });
    this.#show(
      'SELECT_ACCOUNT',
      view,
      () => this.#askCredentials(institution),
      () => this.#chooseAccounts(),
    );
  }

  #askConsent(): void {
    const session = this.#session;
    const institution = this.#institution;
    if (!session || !institution) return;
    const view = lastSteps.consent(
      {
        client: session.client_name,
        products: session.products.filter((each) => institution.products.includes(each)),
        accounts: this.#accounts.filter((account) => this.#chosen.includes(account.id)),
        more: session.asks_for_more,
      },
      (refuse) => this.#link(refuse),
    );
    this.#show(
      'DATA_TRANSPARENCY_CONSENT',
      view,
      () =>
        session.account_selection_enabled
          ? this.#chooseAccounts()
          : this.#askCredentials(institution),
      () => this.#askConsent(),
    );
  }

  #celebrate(linked: Awaited<ReturnType<typeof link>>): void {
    const finish = () => {
      this.#finish = null;
      this.#app.success(linked.public_token, linked.metadata);
      over();
    };
    this.#finish = finish;
    const { client_name = '' } = this.#session ?? {};
    this.#show('CONNECTED', lastSteps.success(client_name, this.#institution?.name ?? '', finish));
  }

  async #attempt<Reply>(asked: Promise<Reply>): Promise<Reply | null> {
    try {
      const reply = await asked;
      return current === this ? reply : null;
    } catch (error) {
      if (current === this) {
        const words = this.#noteError(error);
        this.#resume = null;
        this.#show(
          'ERROR',
          steps.failure(words, () => this.#exit()),
        );
      }
      return null;
    }
  }

  /** Tells the app what went wrong and answers the words for the person. Anything but a bank's refusal is our own fault. */
  #noteError(error: unknown): string {
    if (!(error instanceof BankError)) throw error;
    this.#app.noteRequest(error.requestId);
    this.#app.error = error.refusal;
    this.#app.event('ERROR', { ...error.refusal });
    return error.refusal.display_message ?? 'Something went wrong. Try again in a moment.';
  }

  #show(name: string, view: Step, goBack?: () => void, resume?: () => void): void {
    this.#app.view = name;
    this.#app.event('TRANSITION_VIEW');
    panel.dataset.view = name;
    if (resume) this.#resume = resume;
    place(view, goBack);
  }
}

/** Puts a step on the panel and the focus where it belongs. */
function place(step: Step, goBack?: () => void): void {
  panel.replaceChildren(step.content);
  panel.scrollTop = 0;
  back.hidden = !goBack;
  back.onclick = goBack ?? null;
  step.focus.focus({ preventScroll: true });
}

let current: Flow | null = null;

function over(): void {
  current = null;
  panel.replaceChildren();
}

const messenger = Messenger.toParent({
  open: (token) => {
    current = new Flow(token, messenger);
    void current.start();
  },
  exit: (force) => current?.leave(force),
});

close.addEventListener('click', () => current?.leave(false));
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  current?.leave(false);
});
messenger.ready();
