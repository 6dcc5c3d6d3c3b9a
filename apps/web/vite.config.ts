import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { Call } from '../../packages/contract/src/call.ts';
import { callEntries } from '../../packages/contract/src/calls.ts';

/** Keys of the calls whose body is a form, so that the browser need not carry the schemas. */
const formCalls = callEntries.filter(([, call]) => call.form).map(([key]) => key);

const pathsOf = (isWanted: (call: Call) => boolean): string[] =>
  callEntries.filter(([, call]) => isWanted(call)).map(([key]) => key.replace(/^\w+ /, ''));

/**
 * What the paths of the paid calls begin with and those of no other call do: a tenth of their keys in
 * length, for what is loaded before the first screen.
 */
function beginningsOfPaidPaths(): string[] {
  const others = pathsOf(({ access }) => access !== 'paid');
  const beginnings = pathsOf(({ access }) => access === 'paid').map((path) => {
    const lengths = Array.from(path, (_, index) => index + 1);
    const enough = lengths.find((length) =>
      others.every((other) => !other.startsWith(path.slice(0, length))),
    );
    if (enough === undefined) throw new Error(`'${path}' is not told from calls that are not paid`);
    return path.slice(0, enough);
  });
  return [...new Set(beginnings)];
}

/** Asks for the one font file together with the scripts, so that text rarely swaps. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: true,
          },
          // Behind the scripts: text is there with the next best font a little earlier.
          injectTo: 'head' as const,
        })),
  },
};

/** Puts a `.br` and a `.gz` beside each text file: packed once and well, not at every request. */
const packAssets: Plugin = {
  name: 'pack-assets',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.br`,
          source: brotliCompressSync(source),
        });
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.gz`,
          source: gzipSync(source, { level: 9 }),
        });
      }
    },
  },
};

const neededEverywhere = new RegExp(
  [
    'src/paths',
    'src/platform/(api-client|api-error|call-request|chunk-failure|config|demo-mode)',
    'src/platform/(return-path|session|storage|take-turns|time-zone|token-claims)',
    'src/ui/(button|card|class-names|field|logo|spinner)',
    'src/screens/frame/sandbox-notice',
    'vite/preload-helper',
    'lucide-react/dist/esm/(createLucideIcon|Icon|context|shared|defaultAttributes)',
  ].join('|'),
);

/** What the dashboard needs and most screens behind it need as well: small parts that pack better together. */
const neededSignedIn = new RegExp(
  [
    'src/ui/(account-name|category-icon|class-names|money|page-title|proven-money|skeleton|states|table)[.]',
    'src/ui/charts/(bar|chart-|measured-width|value-axis-lines)',
    'src/platform/(formats|months|online|proof-address|sync-progress|transaction-words)[.]',
    'src/features/(accounts|linking|spending|transactions)/(accounts|linking|spending|transactions)[.]api[.]',
    'src/features/accounts/(account-words|open-groups)[.]',
    'src/features/transactions/(merchant-mark|merchant-initial|shown-transaction|transaction-address)[.]',
    'src/ui/disclosure[.]',
    'src/screens/frame/brand[.]',
    '@tanstack/react-query/build/modern/(useMutation|useBaseQuery|useQuery)[.]',
    'lucide-react/dist/esm/icons/(chevron-(down|right)|plus|trending-(down|up))[.]',
    'contract/src/taxonomy',
  ].join('|'),
);

/** Small parts of the screens around the sign-in: fewer chunks make a shorter list of them on /login. */
const neededToEnter = new RegExp(
  [
    'src/screens/frame/entry-outcome',
    'src/platform/(after-pause|external-script|spend-code)[.]',
    'src/ui/password-rules',
    'contract/src/credential-rules',
    'lucide-react/dist/esm/icons/(check|circle-check|mail-check)[.]',
  ].join('|'),
);

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFont, packAssets],
  define: {
    __PAID_PATHS__: JSON.stringify(beginningsOfPaidPaths()),
    __FORM_CALLS__: JSON.stringify(formCalls),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // `light-dark()` is kept as it is: the theme switch works through `color-scheme`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Nothing is inlined as a data: address, so that the CSP can stay at 'self'.
    assetsInlineLimit: 0,
    // Every browser of `cssTarget` knows `modulepreload` itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // React Router marks its module for server rendering; it means nothing in a browser bundle.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      output: {
        // Screens have names; a part of one goes by its hash alone: its name would stand in each list of what a screen
        // needs, and pack badly.
        chunkFileNames: ({ name }) =>
          name.endsWith('.screen') ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
            // What every screen needs: one request instead of a dozen small ones.
            { name: 'base', test: neededEverywhere },
            { name: 'entry-parts', test: neededToEnter },
            { name: 'signed-in-parts', test: neededSignedIn },
          ],
        },
      },
    },
  },
  server: {
    port: Number(env.WEB_PORT ?? 5173),
    strictPort: true,
    proxy: {
      '/api': {
        target: `http://127.0.0.1:${env.API_PORT ?? env.PORT ?? 3000}`,
        changeOrigin: false,
      },
    },
  },
});
