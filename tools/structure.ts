import { cruise, type ICruiseResult } from 'dependency-cruiser';
import configuration from '../.dependency-cruiser.mjs';
import { root } from './command/root.mjs';

export interface Structure {
  /** How many modules were read. */
  readonly modules: number;
  /** One line for each forbidden import. */
  readonly violations: readonly Violation[];
}

interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** Reads the imports of every module below the folders and holds them against the rules. */
export async function readStructure(base: string, folders: readonly string[]): Promise<Structure> {
  const { output } = await cruise([...folders], {
    ...configuration.options,
    baseDir: base,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden ?? [] },
  });
  // Without `outputType` the output is the result itself, not a text made of it.
  const { modules, summary } = output as ICruiseResult;
  return {
    modules: modules.filter(({ source }) => !source.includes('node_modules')).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

/** What a rule says to whoever breaks it. */
export function commentOf(rule: string): string {
  return configuration.forbidden?.find(({ name }) => name === rule)?.comment ?? '';
}

if (import.meta.main) {
  const folders = ['apps', 'packages', 'tools', 'tests'];
  const { modules, violations } = await readStructure(root, folders);
  for (const { rule, from, to } of violations) {
    console.error(`${from} imports ${to}\n  ${rule}: ${commentOf(rule)}`);
  }
  // A cruise that reads nothing finds nothing wrong either.
  if (modules === 0) console.error('No module was read: the parser is missing.');
  if (modules === 0 || violations.length > 0) process.exit(1);
  console.log(`${modules} modules, every import in the right direction`);
}
