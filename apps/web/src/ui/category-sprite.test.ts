import { categoryIcons } from '@cairn/contract/rules/category-icons';
import { expect, test } from 'vitest';

/** The part of a Lucide module that this test reads: the icon's elements with their attributes. */
interface IconModule {
  readonly __iconData: {
    readonly name: string;
    readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[];
  };
}

/** A symbol of the sprite, one line per icon so that diffs are readable. */
async function toSymbol(name: string): Promise<string> {
  // The package's types don't declare `__iconData`.
  const module = (await import(`lucide-react/icons/${name}`)) as IconModule;
  const shapes = module.__iconData.node.map(([tag, { key, ...attributes }]) => {
    const text = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${value}"`);
    return `<${tag} ${text.join(' ')}/>`;
  });
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`;
}

test('the sprite contains the icon of every category and group, as Lucide draws it', async () => {
  const names = [...new Set(Object.values(categoryIcons))].sort();
  const symbols = await Promise.all(names.map(toSymbol));
  // `npx vitest run --project unit -u` with this file's name writes the sprite again.
  await expect(
    `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Category icons</title>\n${symbols.join('\n')}\n</svg>\n`,
  ).toMatchFileSnapshot('./category-icons.svg');
});
