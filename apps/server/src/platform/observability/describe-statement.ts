/** What a statement does, by the names of OpenTelemetry's semantic conventions for databases. */
export interface StatementDescription {
  /** Such as `select transactions`. */
  name: string;
  attributes: Record<string, string>;
}

/** Describes a statement by its first keyword and its first table. Values are parameters, so the text has none. */
export function describeStatement(text: string): StatementDescription {
  const operation = /^[\s(]*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|table)\s+(?:only\s+)?([a-z_][\w.]*)/i.exec(text)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
      'db.query.text': text.trim(),
    },
  };
}
