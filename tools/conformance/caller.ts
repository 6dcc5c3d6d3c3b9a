import type { Findings } from './findings.ts';
import type { Specification } from './specification.ts';

export type Body = Record<string, unknown>;

export interface Reply {
  status: number;
  body: Body;
}

/** Speaks to the sandbox as a client of the aggregator does, and holds every answer against the file. */
export class Caller {
  readonly #address: string;
  readonly #specification: Specification;
  readonly #findings: Findings;

  /** @param address of the sandbox. */
  constructor(address: string, specification: Specification, findings: Findings) {
    this.#address = address;
    this.#specification = specification;
    this.#findings = findings;
  }

  /** A call that must succeed; what is sent is held against the file too. */
  async call(path: string, body: Body): Promise<Body> {
    const reply = await this.#ask(path, body);
    const faults = this.#specification
      .faultsOfRequest(path, body)
      .map((fault) => `(the request of this check) ${fault}`);
    if (reply.status !== 200) faults.push(`is refused with ${String(reply.body.error_code)}`);
    this.#findings.note(path, [
      ...faults,
      ...this.#specification.faultsOfReply(path, reply.status, reply.body),
    ]);
    return reply.body;
  }

  /** A call that must be refused, with one of these codes, in the form that errors have. */
  async refused(
    path: string,
    body: Body,
    codes: readonly string[],
    keys: Body = {},
  ): Promise<void> {
    const { status, body: error } = await this.#ask(path, body, keys);
    const faults = this.#specification.faultsOfReply(path, status === 200 ? 200 : 400, error);
    const code = String(error.error_code);
    if (status === 200) faults.push(`takes ${JSON.stringify(body)}, to be refused`);
    else if (status < 400 || status >= 500) faults.push(`refuses with status ${status}`);
    else if (!codes.includes(code))
      faults.push(`refuses ${JSON.stringify(body)} with ${code}, not ${codes.join(' or ')}`);
    this.#findings.note(`${path} (refused)`, faults);
  }

  /** A call whose request may be the sandbox's own; its answer is the aggregator's. */
  async sandboxOnly(path: string, body: Body): Promise<Reply> {
    const reply = await this.#ask(path, body);
    this.#findings.note(path, this.#specification.faultsOfReply(path, reply.status, reply.body));
    return reply;
  }

  /** Something that only the sandbox has: `/control/...`. */
  async control(path: string, body?: Body): Promise<unknown> {
    const init = body === undefined ? {} : post(body);
    const answer = await fetch(`${this.#address}/control/${path}`, init);
    if (!answer.ok) throw new Error(`/control/${path} answered ${answer.status}`);
    return answer.json();
  }

  async #ask(path: string, body: Body, keys: Body = {}): Promise<Reply> {
    const answer = await fetch(`${this.#address}/plaid${path}`, {
      ...post(body),
      headers: {
        'content-type': 'application/json',
        'plaid-client-id': String(keys.client_id ?? 'sandbox-client'),
        'plaid-secret': String(keys.secret ?? 'sandbox-secret'),
      },
    });
    // An object, or the check of its form says that it is none.
    return { status: answer.status, body: (await answer.json()) as Body };
  }
}

const post = (body: Body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
