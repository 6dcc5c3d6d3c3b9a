/** What tests make happen at a running sandbox. */
export interface SandboxClient {
  /** Calls `/control/<path>`: POST with a body, GET without; throws unless it succeeds. */
  control<T>(path: string, body?: unknown): Promise<T>;
  /** A public token for a person at an institution, as the link script would give it. */
  publicToken(person: {
    username: string;
    password: string;
    institution?: string;
  }): Promise<string>;
}

/** The sandbox that listens at `url`. */
export function sandboxAt(url: string): SandboxClient {
  async function ask<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}${path}`, {
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The sandbox answered ${response.status} to ${path}: ${text}`);
    return JSON.parse(text) as T; // The caller says what the call answers.
  }

  return {
    control: (path, body) => ask(`/control/${path}`, body),
    async publicToken({ username, password, institution = 'ins_1' }) {
      const { public_token } = await ask<{ public_token: string }>(
        '/plaid/sandbox/public_token/create',
        {
          client_id: 'sandbox-client',
          secret: 'sandbox-secret',
          institution_id: institution,
          initial_products: ['transactions'],
          options: { override_username: username, override_password: password },
        },
      );
      return public_token;
    },
  };
}
