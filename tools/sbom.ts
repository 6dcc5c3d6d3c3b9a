import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from './command/command-error.mjs';
import { root } from './command/root.mjs';
import { runTool } from './operator/run-tool.ts';
import { createSbom, type LockedPackage } from './sbom/create-sbom.ts';

const help = `npm run sbom [-- FILE]

Writes a software bill of materials (SBOM, CycloneDX 1.5 as JSON) of the packages that are installed and that production
needs: to FILE, or to standard output. Pipe the output with npm run --silent sbom. See docs/operations.md.`;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    console.log(help);
    return;
  }
  if (positionals.length > 1)
    throw new CommandError('Specify only one file. See: npm run sbom -- --help');
  if (!existsSync(join(root, 'node_modules')))
    throw new CommandError('No packages are installed. Run npm install first.');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const sbom = createSbom(packages, (path) => existsSync(join(root, path)));
  const text = `${JSON.stringify(sbom, null, 2)}\n`;
  const [file] = positionals;
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  writeToFile(resolve(file), text);
  console.log(`${resolve(file)}: ${sbom.components.length} packages.`);
});

function writeToFile(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(`${path} can't be written: ${(error as Error).message}`); // Node's own error.
  }
}
