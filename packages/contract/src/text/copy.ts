/**
 * Formatting of user-facing copy. A text is a whole sentence with named placeholders
 * (`'{spent} spent, excluding bills'`), so that it can be translated without touching code.
 */

/** The names of a message's placeholders. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The plural forms of a message in English; `{count}` is replaced with the formatted number. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

const pluralRules = new Intl.PluralRules('en-US');
const countFormat = new Intl.NumberFormat('en-US');

/** Fills in a message's placeholders. A missing or misspelled name is a type error. */
export function formatMessage<const Text extends string>(
  text: Text,
  values: Readonly<Record<Placeholders<Text>, string | number>>,
): string {
  const byName: Readonly<Record<string, string | number>> = values;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(byName[name] ?? placeholder),
  );
}

/** Returns the plural form for a count, with `{count}` filled in: `1 payment`, `1,204 payments`. */
export function formatPlural(count: number, forms: PluralForms): string {
  const text = pluralRules.select(count) === 'one' ? forms.one : forms.other;
  return text.replace('{count}', countFormat.format(count));
}
