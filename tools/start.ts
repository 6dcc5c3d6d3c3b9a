import { readEnvironment } from './command/environment.mjs';
import { root } from './command/root.mjs';
import { runUntilStopped } from './product/run-until-stopped.ts';
import { createThrowawayFolder, removeThrowawayFolder } from './product/throwaway-folder.ts';
import { buildWeb } from './product/web-build.ts';

/**
 * `npm start` after installation. Run by start.mjs. With `--throwaway` it uses a temporary DATA_DIR that it
 * deletes at the end.
 */
const throwawayFolder = process.argv.includes('--throwaway') ? createThrowawayFolder() : null;
const environment = readEnvironment();
if (throwawayFolder !== null) {
  environment.DATA_DIR = throwawayFolder;
  console.log(`Temporary data: ${throwawayFolder}`);
}

const code = await runUntilStopped(
  {
    root,
    environment,
    nodeArgs: [],
    log: console.log,
    beforeServer: async () => {
      await buildWeb(root, () => console.log('Building the web app'));
    },
  },
  ({ url, sandboxUrl }) => {
    if (sandboxUrl !== null) console.log(`Sandbox (banks, payments, email): ${sandboxUrl}`);
    console.log(`\nCairn is ready: open ${url}\n`);
  },
);
if (throwawayFolder !== null) removeThrowawayFolder(throwawayFolder);
process.exit(code);
