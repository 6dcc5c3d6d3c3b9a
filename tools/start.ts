import { readEnvironment } from './command/environment.mjs';
import { root } from './command/root.mjs';
import { runUntilStopped } from './product/run-until-stopped.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from './product/throwaway-folder.ts';
import { buildWeb } from './product/web-build.ts';

/**
 * `npm start`, from the point where everything is installed. Run by start.mjs. With `--throwaway`
 * it begins with nothing and leaves nothing behind.
 */
const say = (text: string) => console.log(text);

const throwaway = process.argv.includes('--throwaway') ? makeThrowawayFolder() : null;
const environment = readEnvironment();
if (throwaway !== null) environment.DATA_DIR = throwaway;

const code = await runUntilStopped(
  {
    root,
    environment,
    nodeArgs: [],
    say,
    beforeServer: async () => {
      await buildWeb(root, () => say('Building the web app'));
    },
  },
  ({ address, sandboxAddress }) => {
    if (sandboxAddress !== null) {
      say(`Sandbox of banks, payments and mail: ${sandboxAddress}`);
    }
    say(`\nCairn is ready: open ${address}\n`);
  },
);
if (throwaway !== null) removeThrowawayFolder(throwaway);
process.exit(code);
