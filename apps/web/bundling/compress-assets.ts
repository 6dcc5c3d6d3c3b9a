import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Emits `.br` and `.gz` files beside each text file, so that they aren't compressed per request. */
export const compressAssets: Plugin = {
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
