import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/**
 * Everything that a browser complains of: errors on the console (a refused request, a violation of
 * the page's security policy) and errors that nothing caught.
 */
export class BrowserTrouble {
  readonly #seen: string[] = [];
  // Who has no budget is told so by a 404: the screens that show one ask.
  readonly #expected: RegExp[] = [/404 .*\/api\/user\/budget\)$/];

  readonly #context: BrowserContext;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('console', this.#note);
    context.on('weberror', this.#noteError);
  }

  readonly #note = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    this.#seen.push(`${message.text()} (${message.location().url})`);
  };
  readonly #noteError = (webError: WebError) => void this.#seen.push(webError.error().message);

  /** Hears no more: the window goes on to another test. */
  stop(): void {
    this.#context.off('console', this.#note);
    this.#context.off('weberror', this.#noteError);
  }

  /** Lets complaints pass whose text or address matches: the test itself brings them about. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What was complained of and not expected. */
  surprising(): string[] {
    return this.#seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
