import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './bundling/chunk-groups.ts';
import { compressAssets } from './bundling/compress-assets.ts';
import { firstLoadScript } from './bundling/first-load-script.ts';
import { staticPage } from './bundling/static-page.ts';

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

const root = fileURLToPath(new URL('.', import.meta.url));

/** The build options of every page. */
const pageOptions: BuildOptions = {
  // These versions support `light-dark()`, which must not be transpiled: themes use `color-scheme`.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  // No data: URLs, so that the CSP can allow only 'self'.
  assetsInlineLimit: 0,
  // All browsers of `cssTarget` support `modulepreload`.
  modulePreload: { polyfill: false },
};

export default defineConfig({
  root,
  plugins: [
    react(),
    tailwindcss(),
    preloadFont,
    firstLoadScript(root),
    staticPage(root, 'welcome.html', { plugins: [preloadFont], build: pageOptions }),
    compressAssets,
  ],
  build: {
    ...pageOptions,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      // Ignores React Router's directive for server rendering, which has no effect in a browser.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      output: {
        codeSplitting: { groups: chunkGroups(root) },
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
