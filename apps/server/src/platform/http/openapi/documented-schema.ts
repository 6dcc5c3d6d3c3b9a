/** A JSON schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the schema that the document shows: a copy without TypeBox's hidden properties, in which every part that
 * has the keyword `documentedAs` is replaced by the schema in that keyword.
 */
export function documentedSchema(schema: object): JsonSchema {
  const { documentedAs } = schema as { documentedAs?: object }; // Any schema may have the keyword.
  if (documentedAs !== undefined) return documentedSchema(documentedAs);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, documentedValue(value)]),
  );
}

function documentedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(documentedValue);
  return typeof value === 'object' && value !== null ? documentedSchema(value) : value;
}
