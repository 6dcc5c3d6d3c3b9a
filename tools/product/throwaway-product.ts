import { readEnvironment } from '../command/environment.mjs';
import { root } from '../command/root.mjs';
import { freePort } from './free-port.ts';
import { generousConcurrencyLimits, generousLimits } from './generous-limits.ts';
import type { ProductUrls } from './sample-user.ts';
import { Product } from './start-product.ts';
import { createThrowawayFolder, removeThrowawayFolder } from './throwaway-folder.ts';
import { buildWeb } from './web-build.ts';

/**
 * Builds the web app, starts the product on free ports with temporary data, and stops the product after `run`.
 * Returns the result of `run`.
 */
export async function withThrowawayProduct<Result>(
  run: (urls: ProductUrls) => Promise<Result>,
): Promise<Result> {
  const dataDir = createThrowawayFolder();
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const product = new Product({
    root,
    environment: {
      ...readEnvironment(),
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SMTP_PORT: String(smtpPort),
      RATE_LIMITS: generousLimits,
      CONCURRENCY_LIMITS: generousConcurrencyLimits,
    },
    nodeArgs: [],
    log: console.log,
    beforeServer: async () => {
      await buildWeb(root, () => console.log('Building the web app'));
    },
  });
  try {
    const { url, sandboxUrl } = await product.start();
    return await run({ app: url, sandbox: sandboxUrl ?? '' });
  } finally {
    await product.stop();
    removeThrowawayFolder(dataDir);
  }
}
