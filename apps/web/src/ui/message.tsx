import type { Placeholders } from '@cairn/contract/text/copy';
import { Fragment, type ReactNode } from 'react';

/** A text whose placeholders are filled in with elements: amounts, links, names. */
export function Message<const Text extends string>({
  text,
  values,
}: {
  text: Text;
  values: Readonly<Record<Placeholders<Text>, ReactNode>>;
}) {
  const byName: Readonly<Record<string, ReactNode>> = values;
  // Splitting by a capturing group keeps the names: even parts are text, and odd parts are placeholders.
  const parts = text.split(/\{(\w+)\}/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a constant text don't change order.
    <Fragment key={index}>{index % 2 === 0 ? part : byName[part]}</Fragment>
  ));
}
