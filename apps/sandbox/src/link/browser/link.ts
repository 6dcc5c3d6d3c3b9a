import { requireElement } from '../../design/browser/dom.ts';
import {
  type Account,
  BankError,
  type Institution,
  type Login,
  link,
  openSession,
  type Session,
  signIn,
} from './bank-api.ts';
import * as consentSteps from './consent-steps.ts';
import { linkCopy } from './link.copy.ts';
import { Messenger } from './messenger.ts';
import * as steps from './sign-in-steps.ts';
import type { Step } from './step-parts.ts';

// The frame of the link flow. Each opening starts a new Flow with one link token, and responses for an earlier Flow
// are dropped.

const panel = requireElement('#panel', HTMLElement);
const back = requireElement('#back', HTMLButtonElement);
const close = requireElement('#close', HTMLButtonElement);

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
    this.#app.startSession();
    showStep(steps.loading(linkCopy.opening));
    const session = await this.#attempt(openSession(this.#token));
    if (!session) return;
    this.#session = session;
    this.#app.setSession(session.link_session_id, session.mode === 'update');
    this.#app.event('OPEN');
    if (session.institution) this.#showCredentials(session.institution);
    else this.#showIntroduction();
  }

  /**
   * Handles Escape, the close button, and the app's `exit`. Exiting the first step loses nothing, so it needs no
   * confirmation.
   */
  requestExit(force: boolean): void {
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
    endFlow();
  }

  #showIntroduction(): void {
    const session = this.#session;
    if (!session) return;
    this.#status = null;
    this.#show(
      'CONSENT',
      steps.introduction(session.client_name, () => this.#showSearch()),
    );
    this.#resume = null;
  }

  #showSearch(): void {
    const session = this.#session;
    if (!session) return;
    this.#institution = null;
    this.#status = null;
    const view = steps.search(session.institutions, {
      onSearch: (query, matchCount) => {
        this.#status = matchCount === 0 ? 'institution_not_found' : null;
        this.#app.event('SEARCH_INSTITUTION', { institution_search_query: query });
      },
      onChoose: (institution) => {
        this.#app.event('SELECT_INSTITUTION', {
          institution_id: institution.institution_id,
          institution_name: institution.name,
        });
        this.#showCredentials(institution);
      },
    });
    this.#show(
      'SELECT_INSTITUTION',
      view,
      () => this.#showIntroduction(),
      () => this.#showSearch(),
    );
  }

  #showCredentials(institution: Institution): void {
    this.#institution = institution;
    this.#app.institution = institution;
    this.#status = 'requires_credentials';
    const isUpdate = this.#session?.mode === 'update';
    const view = steps.credentials(institution, isUpdate, async (username, password, onError) => {
      this.#app.event('SUBMIT_CREDENTIALS');
      const login = { institution_id: institution.institution_id, username, password };
      try {
        const { accounts } = await signIn(this.#token, login);
        if (current !== this) return;
        this.#login = login;
        this.#accounts = accounts;
        this.#chosen = accounts.map((account) => account.id);
        this.#app.error = null;
        await this.#afterSignIn(onError);
      } catch (error) {
        if (current === this) onError(this.#reportError(error));
      }
    });
    this.#show('CREDENTIAL', view, isUpdate ? undefined : () => this.#showSearch(), () =>
      this.#showCredentials(institution),
    );
  }

  /** In update mode, accounts and products stay the same unless the app requested a new selection or more products. */
  async #afterSignIn(onError: (message: string) => void): Promise<void> {
    if (this.#session?.account_selection_enabled) this.#showAccounts();
    else if (this.#session?.requests_additional_consent) this.#showConsent();
    else await this.#link(onError);
  }

  async #link(onError: (message: string) => void): Promise<void> {
    if (!this.#login) return;
    try {
      const result = await link(this.#token, this.#login, this.#chosen);
      if (current === this) this.#showSuccess(result);
    } catch (error) {
      if (current === this) onError(this.#reportError(error));
    }
  }

  #showAccounts(): void {
    const institution = this.#institution;
    if (!institution) return;
    this.#status = 'requires_account_selection';
    const view = consentSteps.chooseAccounts(institution, this.#accounts, this.#chosen, (ids) => {
      this.#chosen = ids;
      this.#showConsent();
    });
    this.#show(
      'SELECT_ACCOUNT',
      view,
      () => this.#showCredentials(institution),
      () => this.#showAccounts(),
    );
  }

  #showConsent(): void {
    const session = this.#session;
    const institution = this.#institution;
    if (!session || !institution) return;
    const view = consentSteps.consent(
      {
        client: session.client_name,
        products: session.products.filter((product) => institution.products.includes(product)),
        accounts: this.#accounts.filter((account) => this.#chosen.includes(account.id)),
        isUpdate: session.requests_additional_consent,
      },
      (onError) => this.#link(onError),
    );
    this.#show(
      'DATA_TRANSPARENCY_CONSENT',
      view,
      () =>
        session.account_selection_enabled
          ? this.#showAccounts()
          : this.#showCredentials(institution),
      () => this.#showConsent(),
    );
  }

  #showSuccess(result: Awaited<ReturnType<typeof link>>): void {
    const finish = () => {
      this.#finish = null;
      this.#app.success(result.public_token, result.metadata);
      endFlow();
    };
    this.#finish = finish;
    const { client_name = '' } = this.#session ?? {};
    this.#show(
      'CONNECTED',
      consentSteps.success(client_name, this.#institution?.name ?? '', finish),
    );
  }

  async #attempt<Result>(request: Promise<Result>): Promise<Result | null> {
    try {
      const result = await request;
      return current === this ? result : null;
    } catch (error) {
      if (current === this) {
        const message = this.#reportError(error);
        this.#resume = null;
        this.#show(
          'ERROR',
          steps.failure(message, () => this.#exit()),
        );
      }
      return null;
    }
  }

  /** Reports an error to the app and returns the message to show. Rethrows anything but a BankError. */
  #reportError(error: unknown): string {
    if (!(error instanceof BankError)) throw error;
    this.#app.setRequestId(error.requestId);
    this.#app.error = error.details;
    this.#app.event('ERROR', { ...error.details });
    return error.details.display_message ?? linkCopy.failure.unknown;
  }

  #show(name: string, view: Step, goBack?: () => void, resume?: () => void): void {
    this.#app.view = name;
    this.#app.event('TRANSITION_VIEW');
    panel.dataset.view = name;
    if (resume) this.#resume = resume;
    showStep(view, goBack);
  }
}

/** Shows a step in the panel and moves the focus to it. */
function showStep(step: Step, goBack?: () => void): void {
  panel.replaceChildren(step.content);
  panel.scrollTop = 0;
  back.hidden = !goBack;
  back.onclick = goBack ?? null;
  step.focus.focus({ preventScroll: true });
}

let current: Flow | null = null;

function endFlow(): void {
  current = null;
  panel.replaceChildren();
}

const messenger = Messenger.toParent({
  open: (token) => {
    current = new Flow(token, messenger);
    void current.start();
  },
  exit: (force) => current?.requestExit(force),
});

close.addEventListener('click', () => current?.requestExit(false));
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  current?.requestExit(false);
});
messenger.ready();
