/**
 * A reply that was written as JSON where its rows were read. It is sent as it is: nothing takes it apart
 * and writes it again. `Reply` is what the text says, by the word of who wrote it; tests check that too.
 */
export class WrittenReply<Reply> {
  declare private readonly says: Reply;
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
