import type { CDPSession, Page } from '@playwright/test';
import { test as base } from './journey.ts';

/** Chromium's virtual authenticator: this device, with a screen lock that the user passes. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Adds an authenticator to a page's browser. */
  static async addTo(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        defaultBackupEligibility: true,
        defaultBackupState: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Sets whether the user touches the authenticator when asked. If not, requests wait, including those for suggestions. */
  async setUserPresent(isPresent: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: this.#id,
      enabled: isPresent,
    });
  }

  /** Sets whether the user passes the screen lock. */
  async setUserVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#id;
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  async countPasskeys(): Promise<number> {
    const authenticatorId = this.#id;
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId,
    });
    return credentials.length;
  }

  /** Removes the authenticator, because the next test reuses the browser and must not find the passkeys. */
  async remove(): Promise<void> {
    await this.#session.send('WebAuthn.disable');
    await this.#session.detach();
  }
}

/** A journey with an authenticator. */
export const test = base.extend<{ authenticator: VirtualAuthenticator }>({
  authenticator: async ({ page }, use) => {
    const authenticator = await VirtualAuthenticator.addTo(page);
    await use(authenticator);
    await authenticator.remove();
  },
});
