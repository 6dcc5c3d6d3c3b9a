/** Controls a running sandbox. */
export interface SandboxClient {
  /** Calls `/control/<path>`: POST with a body, GET without. Throws unless it succeeds. */
  control<T>(path: string, body?: unknown): Promise<T>;
  /** Creates a public token for a person at an institution, as the link script would. */
  createPublicToken(person: {
    username: string;
    password: string;
    institution?: string;
  }): Promise<string>;
}

/** Creates a client of the sandbox at `url`. */
export function createSandboxClient(url: string): SandboxClient {
  async function send<T>(path: string, body?: unknown): Promise<T> {
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
      throw new Error(`The sandbox responded to ${path} with ${response.status}: ${text}`);
    return JSON.parse(text) as T; // The caller asserts the response type.
  }

  return {
    control: (path, body) => send(`/control/${path}`, body),
    async createPublicToken({ username, password, institution = 'ins_1' }) {
      const { public_token } = await send<{ public_token: string }>(
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
