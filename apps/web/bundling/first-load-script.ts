import { createHash } from 'node:crypto';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ScreenFiles } from '../src/first-load/screen-files.ts';
import { readScreens, type Screen } from './screen-list.ts';

/**
 * Adds src/first-load/ to index.html as a script of its own, before all others, with the list of each
 * screen's files.
 */
export function firstLoadScript(root: string): Plugin {
  let script = { fileName: '', source: '' };
  return {
    name: 'first-load-script',
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { bundle, chunk }) => {
        // The development server has no bundle: every module is a file.
        const screens = bundle && chunk ? listFiles(bundle, chunk, readScreens(root)) : [];
        const source = await bundleScript(root, screens);
        if (!bundle) return [{ tag: 'script', children: source, injectTo: 'head-prepend' }];
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        script = { fileName: `assets/first-load-${hash}.js`, source };
        return [{ tag: 'script', attrs: { src: `/${script.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        const { fileName, source } = script;
        this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}

/** The scripts of each screen, without those of the entry. */
function listFiles(
  bundle: Rolldown.OutputBundle,
  entry: Rolldown.OutputChunk,
  screens: readonly Screen[],
): ScreenFiles[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const found = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (found === undefined) throw new Error(`No chunk has ${module}.`);
    return found;
  };
  /** Adds a chunk's file and those of the chunks that it imports statically. */
  const add = ({ fileName, imports }: Rolldown.OutputChunk, files: Set<string>): Set<string> => {
    if (files.has(fileName)) return files;
    files.add(fileName);
    for (const other of chunks) if (imports.includes(other.fileName)) add(other, files);
    return files;
  };
  const initial = add(entry, new Set());
  return screens.map(({ path, module, router }) => ({
    path,
    isPublic: module.includes('/screens/public/'),
    files: [...add(chunkOf(module), add(chunkOf(router), new Set()))]
      .filter((file) => !initial.has(file))
      .map((file) => `/${file}`),
  }));
}

/** Bundles the script into one function that imports nothing. */
async function bundleScript(root: string, screens: readonly ScreenFiles[]): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { SCREEN_FILES: JSON.stringify(screens) },
    build: {
      write: false,
      rolldownOptions: { input: `${root}src/first-load/first-load.ts`, output: { format: 'iife' } },
    },
  });
  if (!('output' in result)) throw new Error('Bundling the first script gave no output.');
  return result.output[0].code;
}
