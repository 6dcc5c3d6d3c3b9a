import type { Rolldown } from 'vite';

type ChunkingContext = Parameters<Extract<ChunkGroup['name'], (...args: never[]) => unknown>>[1];
type ChunkGroup = Rolldown.CodeSplittingGroup;

/** The modules that every signed-in user loads first: the frame, the routes, and the dashboard. */
const signedInModules = ['src/signed-in-routes.ts', 'src/screens/dashboard.screen.tsx'];

/** What the dashboard loads once its top is visible. */
const belowFoldModules = ['src/screens/dashboard-below-fold.tsx'];

/**
 * How modules are grouped into chunks. Each screen is a chunk of its own, as is each dialog that is loaded
 * on demand. Without groups, modules that several of them use would become many small chunks, each a
 * request of its own. So there are two chunks for what every user loads first, one for Base UI and the
 * controls made of it, one for libraries, `ui`, and the layers below it, one for the lower half of the
 * dashboard, and one per feature.
 */
export function chunkGroups(root: string): ChunkGroup[] {
  return [
    // What index.html loads, with React: a chunk of its own for React would add two requests to each page.
    { name: 'initial', tags: ['$initial'] },
    {
      name: importedBy(root, signedInModules, 'signed-in'),
    },
    { name: controls },
    {
      name: 'shared',
      test: /node_modules|[\\/]src[\\/](ui|domain|platform)[\\/]/,
      minShareCount: 2,
    },
    {
      name: importedBy(root, belowFoldModules, 'dashboard-below-fold'),
    },
    { name: featureName, minShareCount: 2 },
  ];
}

/** Puts the files and everything that they import, directly or indirectly, into the group `name`. */
function importedBy(root: string, files: readonly string[], name: string): ChunkGroup['name'] {
  const closures = new WeakMap<ChunkingContext, Set<string>>();
  return (id, context) => {
    let closure = closures.get(context);
    if (closure === undefined) {
      closure = new Set();
      for (const file of files) addImports(`${root}${file}`, context, closure);
      closures.set(context, closure);
    }
    return closure.has(id) ? name : null;
  };
}

/** Puts Base UI and the modules of `ui` that import it into a group that some screens don't load. */
const controls: ChunkGroup['name'] = (id, context) => {
  if (isBaseUi(id)) return 'controls';
  if (!/[\\/]src[\\/]ui[\\/]/.test(id)) return null;
  return [...addImports(id, context, new Set())].some(isBaseUi) ? 'controls' : null;
};

const isBaseUi = (id: string): boolean => /node_modules[\\/]@(base-ui|floating-ui)[\\/]/.test(id);

/** Adds a module and what it imports statically, directly or indirectly. */
function addImports(id: string, context: ChunkingContext, closure: Set<string>): Set<string> {
  if (closure.has(id)) return closure;
  closure.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
    addImports(imported, context, closure);
  return closure;
}

/** The folder of a feature, such as `transactions`. */
const featureName = (id: string): string | null =>
  /[\\/]src[\\/]features[\\/](\w+)/.exec(id)?.[1] ?? null;
