import type { BrowserContext } from '@playwright/test';

/**
 * Everything that a browser complains of: errors on the console (a refused request, a violation of
 * the page's security policy) and errors that nothing caught.
 */
export class BrowserTrouble {
  readonly #seen: string[] = [];
  // Who has no budget is told so by a 404: the screens that show one ask.
  readonly #expected: RegExp[] = [/404 .*\/api\/user\/budget\)$/];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#seen.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => this.#seen.push(webError.error().message));
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
