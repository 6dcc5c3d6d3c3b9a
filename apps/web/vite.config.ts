import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { Call } from '../../packages/contract/src/call.ts';
import { callEntries } from '../../packages/contract/src/calls.ts';

/** Keys of the calls whose body is a form. Inlined, so that the bundle doesn't contain the schemas. */
const formCalls = callEntries.filter(([, call]) => call.form).map(([key]) => key);

const findPaths = (matches: (call: Call) => boolean): string[] =>
  callEntries.filter(([, call]) => matches(call)).map(([key]) => key.replace(/^\w+ /, ''));

/**
 * The shortest path prefixes that identify the paid calls. They are a tenth of the length of the
 * calls' keys, which matters because they are loaded before the first screen.
 */
function paidPathPrefixes(): string[] {
  const otherPaths = findPaths(({ access }) => access !== 'paid');
  const prefixes = findPaths(({ access }) => access === 'paid').map((path) => {
    const lengths = Array.from(path, (_, index) => index + 1);
    const shortest = lengths.find((length) =>
      otherPaths.every((other) => !other.startsWith(path.slice(0, length))),
    );
    if (shortest === undefined) throw new Error(`A call that isn't paid begins with '${path}'`);
    return path.slice(0, shortest);
  });
  return [...new Set(prefixes)];
}

/** Preloads the font together with the scripts, so that text rarely swaps fonts. */
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
          // After the scripts, so that text appears in the fallback font a little earlier.
          injectTo: 'head' as const,
        })),
  },
};

/** Emits `.br` and `.gz` files beside each text file, so that they aren't compressed per request. */
const compressAssets: Plugin = {
  name: 'compress-assets',
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

/** Modules of the first screen: one request instead of a dozen small ones. */
const baseModules = new RegExp(
  [
    'src/paths',
    'src/platform/(api-client|api-error|call-request|chunk-loading|config|demo-mode|platform.copy)',
    'src/platform/(return-path|session|storage|renewal-lock|time-zone|token-claims)',
    'src/ui/(button|card|class-names|field|logo|message|spinner|ui.copy)',
    'src/screens/(login.copy|frame/(sandbox-notice|public.copy))',
    'contract/src/copy',
    'vite/preload-helper',
    'lucide-react/dist/esm/(createLucideIcon|Icon|context|shared|defaultAttributes)',
  ].join('|'),
);

/** Small modules of the dashboard and most signed-in screens. They compress better in one chunk. */
const signedInModules = new RegExp(
  [
    'src/ui/(account-name|category-icon|class-names|money|page-title|proven-money|skeleton|states|table)[.]',
    'src/ui/charts/(bar|chart-|measured-width|value-axis-lines)',
    'src/platform/(formats|months|online|proof-params|sync-state|transaction-labels)[.]',
    'src/features/(accounts|linking|spending|transactions)/(accounts|linking|spending|transactions)[.]api[.]',
    'src/features/accounts/(account-labels|open-groups)[.]',
    'src/features/transactions/(merchant-logo|merchant-initial|open-transaction|transaction-param)[.]',
    'src/ui/disclosure[.]',
    'src/screens/frame/(brand|frame[.]copy)[.]',
    '@tanstack/react-query/build/modern/(useMutation|useBaseQuery|useQuery)[.]',
    'lucide-react/dist/esm/icons/(chevron-(down|right)|plus|trending-(down|up))[.]',
    'contract/src/taxonomy',
  ].join('|'),
);

/** Small modules of the sign-in and sign-up screens. Fewer chunks shorten the preload list of /login. */
const entryModules = new RegExp(
  [
    'src/screens/frame/entry-outcome',
    'src/screens/entry.copy',
    'src/platform/(debounced-value|external-script|one-time-code)[.]',
    'src/ui/password-rules',
    'contract/src/credential-rules',
    'lucide-react/dist/esm/icons/(check|circle-check|mail-check)[.]',
  ].join('|'),
);

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFont, compressAssets],
  define: {
    __PAID_PATHS__: JSON.stringify(paidPathPrefixes()),
    __FORM_CALLS__: JSON.stringify(formCalls),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // These versions support `light-dark()`, which must not be transpiled: themes use `color-scheme`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // No data: URLs, so that the CSP can allow only 'self'.
    assetsInlineLimit: 0,
    // All browsers of `cssTarget` support `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Ignores React Router's directive for server rendering, which has no effect in a browser.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      output: {
        // Only screens keep their names. The names of other chunks would lengthen every preload list.
        chunkFileNames: ({ name }) =>
          name.endsWith('.screen') ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
            { name: 'base', test: baseModules },
            { name: 'entry', test: entryModules },
            { name: 'signed-in', test: signedInModules },
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
