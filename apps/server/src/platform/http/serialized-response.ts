/**
 * A response that PostgreSQL has already serialized as JSON. It is sent unchanged, which saves parsing and
 * serializing it again. The creator asserts its type, and tests check it against the schema.
 */
export class SerializedResponse<Reply> {
  /** Never set: it lets TypeScript tell the responses of different calls apart. */
  declare private readonly response: Reply;
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
