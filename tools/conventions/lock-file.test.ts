import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../command/root.mjs';

/** An entry of package-lock.json. A missing `os`, `cpu`, or `libc` means that any will do. */
interface LockedPackage {
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const external = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

const allows = (values: string | string[] | undefined, value: string): boolean =>
  values === undefined || values.includes(value);

/** True if a package is installed on Linux with glibc, on the processors that Cairn is run on. */
const isForServers = ({ os, cpu, libc }: LockedPackage): boolean =>
  allows(os, 'linux') && allows(libc, 'glibc') && (allows(cpu, 'x64') || allows(cpu, 'arm64'));

test('every package that a server installs is locked with its hash', () => {
  expect(external.length).toBeGreaterThan(300);
  const withoutHash = external.filter(
    ([path, locked]) =>
      !/^sha512-/.test(locked.integrity ?? '') &&
      // Optional packages for other systems may lack a hash, because servers never install them.
      (locked.optional !== true || (isForServers(locked) && !path.endsWith('-musl'))),
  );
  expect(withoutHash.map(([path]) => path)).toEqual([]);
});
