import { cruise, type ICruiseResult } from 'dependency-cruiser';
import configuration from '../.dependency-cruiser.mjs';
import { root } from './command/root.mjs';

export interface Structure {
  /** The number of modules that were read. */
  readonly modules: number;
  readonly violations: readonly Violation[];
}

/** One forbidden import. */
interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** Checks the imports of every module in the folders against the rules. */
export async function readStructure(base: string, folders: readonly string[]): Promise<Structure> {
  const { output } = await cruise([...folders], {
    ...configuration.options,
    baseDir: base,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden ?? [] },
  });
  // Without `outputType` the output is the result object, not a text.
  const { modules, summary } = output as ICruiseResult;
  return {
    modules: modules.filter(({ source }) => !source.includes('node_modules')).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

function commentOf(rule: string): string {
  return configuration.forbidden?.find(({ name }) => name === rule)?.comment ?? '';
}

if (import.meta.main) {
  const folders = ['apps', 'packages', 'tools', 'tests', 'bench'];
  const { modules, violations } = await readStructure(root, folders);
  for (const { rule, from, to } of violations) {
    console.error(`${from} imports ${to}\n  ${rule}: ${commentOf(rule)}`);
  }
  // Without modules there are no violations either.
  if (modules === 0) console.error('No modules were read: the parser is missing.');
  if (modules === 0 || violations.length > 0) process.exit(1);
  console.log(`${modules} modules, no forbidden imports`);
}
