import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../command/root.mjs';
import type { Sbom } from './create-sbom.ts';

interface Manifest {
  dependencies?: Record<string, string>;
}

const manifests = [
  'package.json',
  ...globSync('{apps,packages}/*/package.json', { cwd: root }),
].map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest);

test('the SBOM is CycloneDX and lists every direct production dependency, but no development tool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sbom-'));
  try {
    const file = join(folder, 'sbom.json');
    await promisify(execFile)(process.execPath, [join(root, 'tools/sbom.ts'), file]);
    const sbom: Sbom = JSON.parse(readFileSync(file, 'utf8'));
    const { bomFormat, specVersion, components, dependencies, metadata } = sbom;
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    const direct = manifests.flatMap(({ dependencies = {} }) =>
      Object.entries(dependencies)
        .filter(([, version]) => /^\d/.test(version))
        .map(([name, version]) => `${name} ${version}`),
    );
    expect(direct.length).toBeGreaterThan(20);
    expect(direct.filter((name) => !listed.has(name))).toEqual([]);
    const ofCairn = dependencies.find(({ ref }) => ref === metadata.component['bom-ref']);
    expect(ofCairn?.dependsOn).toEqual(
      expect.arrayContaining(direct.map((name) => name.replace(' ', '@'))),
    );
    const refs = new Set(components.map((component) => component['bom-ref']));
    const unknown = dependencies.flatMap(({ dependsOn }) =>
      dependsOn.filter((ref) => !refs.has(ref)),
    );
    expect(unknown).toEqual([]);
    expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
    const names = new Set(components.map(({ name }) => name));
    expect(['vitest', 'typescript', 'knip'].filter((name) => names.has(name))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
