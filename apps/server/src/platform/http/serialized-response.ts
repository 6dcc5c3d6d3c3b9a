/**
 * A response that PostgreSQL has already serialized as JSON. It is sent unchanged, which saves parsing and
 * serializing it again. The creator asserts its type, and tests check it against the schema.
 */
export class SerializedResponse<Reply> {
  /** Type only: makes the class generic in the response. */
  declare private readonly response: Reply;
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
