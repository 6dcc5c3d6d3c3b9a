import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/**
 * Collects a browser's errors: console errors (failed requests, CSP violations) and uncaught
 * exceptions.
 */
export class BrowserErrors {
  readonly #errors: string[] = [];
  // The API responds with 404 if there is no budget, and several screens request it.
  readonly #expected: RegExp[] = [/404 .*\/api\/user\/budget\)$/];

  readonly #context: BrowserContext;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('console', this.#onConsole);
    context.on('weberror', this.#onWebError);
  }

  readonly #onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    this.#errors.push(`${message.text()} (${message.location().url})`);
  };
  readonly #onWebError = (webError: WebError) => void this.#errors.push(webError.error().message);

  /** Removes the listeners: the browser context is reused by the next test. */
  stop(): void {
    this.#context.off('console', this.#onConsole);
    this.#context.off('weberror', this.#onWebError);
  }

  /** Expects errors whose text or URL matches, because the test causes them. */
  allow(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** The errors that the test did not expect. */
  unexpected(): string[] {
    return this.#errors.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
