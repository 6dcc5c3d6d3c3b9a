import type { Findings } from './findings.ts';
import type { Specification } from './specification.ts';

export type Body = Record<string, unknown>;

export interface SandboxResponse {
  status: number;
  body: Body;
}

/** Calls the sandbox as a client of the aggregator does, and validates every response. */
export class ConformanceClient {
  readonly #sandboxUrl: string;
  readonly #specification: Specification;
  readonly #findings: Findings;

  constructor(sandboxUrl: string, specification: Specification, findings: Findings) {
    this.#sandboxUrl = sandboxUrl;
    this.#specification = specification;
    this.#findings = findings;
  }

  /** Makes a call that must succeed. The request is validated too. */
  async call(path: string, body: Body): Promise<Body> {
    const response = await this.#post(path, body);
    const mismatches = this.#specification
      .requestMismatches(path, body)
      .map((mismatch) => `(the request of this check) ${mismatch}`);
    if (response.status !== 200) mismatches.push(`failed with ${response.body.error_code}`);
    this.#findings.record(path, [
      ...mismatches,
      ...this.#specification.responseMismatches(path, response.status, response.body),
    ]);
    return response.body;
  }

  /** Makes a call that must fail with one of these error codes. */
  async expectError(
    path: string,
    body: Body,
    codes: readonly string[],
    credentials: Body = {},
  ): Promise<void> {
    const { status, body: error } = await this.#post(path, body, credentials);
    const specifiedStatus = status === 200 ? 200 : 400;
    const mismatches = this.#specification.responseMismatches(path, specifiedStatus, error);
    const code = String(error.error_code);
    const request = JSON.stringify(body);
    if (status === 200) mismatches.push(`accepted ${request}, which must fail`);
    else if (status < 400 || status >= 500) mismatches.push(`failed with status ${status}`);
    else if (!codes.includes(code))
      mismatches.push(`failed for ${request} with ${code}, not ${codes.join(' or ')}`);
    this.#findings.record(`${path} (errors)`, mismatches);
  }

  /** Makes a call whose request only the sandbox accepts. Only the response is validated. */
  async callSandboxOnly(path: string, body: Body): Promise<SandboxResponse> {
    const response = await this.#post(path, body);
    const { status } = response;
    this.#findings.record(
      path,
      this.#specification.responseMismatches(path, status, response.body),
    );
    return response;
  }

  /** Calls `/control/<path>`, which only the sandbox has: POST with a body, GET without. */
  async control(path: string, body?: Body): Promise<unknown> {
    const init = body === undefined ? {} : jsonRequest(body);
    const response = await fetch(`${this.#sandboxUrl}/control/${path}`, init);
    if (!response.ok) throw new Error(`/control/${path} responded ${response.status}`);
    return response.json();
  }

  async #post(path: string, body: Body, credentials: Body = {}): Promise<SandboxResponse> {
    const response = await fetch(`${this.#sandboxUrl}/plaid${path}`, {
      ...jsonRequest(body),
      headers: {
        'content-type': 'application/json',
        'plaid-client-id': String(credentials.client_id ?? 'sandbox-client'),
        'plaid-secret': String(credentials.secret ?? 'sandbox-secret'),
      },
    });
    // If this is not an object, validation reports it.
    return { status: response.status, body: (await response.json()) as Body };
  }
}

const jsonRequest = (body: Body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
