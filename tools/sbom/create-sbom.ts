import { randomUUID } from 'node:crypto';

/** An entry of package-lock.json (lockfileVersion 3), by its path. */
export interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** True for a workspace's entry in node_modules, which points to its folder. */
  link?: boolean;
  /** True if only development dependencies need it. */
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** A package as a component of CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). */
interface Component {
  'bom-ref': string;
  type: 'library';
  name: string;
  version: string;
  purl: string;
  hashes: { alg: string; content: string }[];
  licenses: { license: { id: string } }[] | { expression: string }[];
}

/** A software bill of materials in the format CycloneDX 1.5. */
export interface Sbom {
  $schema: string;
  bomFormat: 'CycloneDX';
  specVersion: '1.5';
  serialNumber: string;
  version: number;
  metadata: {
    timestamp: string;
    component: { 'bom-ref': string; type: 'application'; name: string; version: string };
  };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

type Packages = Readonly<Record<string, LockedPackage>>;

/**
 * Lists the packages of a lock file that production needs and that are installed. npm's own `npm sbom --omit=dev` also
 * omits those that any workspace has as a development dependency, such as pg.
 */
export function createSbom(packages: Packages, isInstalled: (path: string) => boolean): Sbom {
  const paths = Object.entries(packages)
    .filter(([path, { dev, link }]) => isExternal(path) && !dev && !link && isInstalled(path))
    .map(([path]) => path);
  const included = new Set(paths);
  const components = paths.map((path) => describeComponent(path, packages[path] ?? {}));
  const { name = 'cairn', version = '0' } = packages[''] ?? {};
  const ownRef = `${name}@${version}`;
  const refOf = (path: string) => componentRef(path, packages[path] ?? {});
  const edges = (path: string) =>
    dependencyPaths(path, packages)
      .filter((dependency) => included.has(dependency))
      .map(refOf);
  // The workspaces are part of the application.
  const ownPaths = Object.keys(packages).filter((path) => !isExternal(path));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { 'bom-ref': ownRef, type: 'application', name, version },
    },
    components: uniqueByRef(components),
    dependencies: mergeEdges([
      ...ownPaths.map((path) => ({ ref: ownRef, dependsOn: edges(path) })),
      ...paths.map((path) => ({ ref: refOf(path), dependsOn: edges(path) })),
    ]),
  };
}

const folder = 'node_modules/';
const isExternal = (path: string): boolean => path.includes(folder);
const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.slice(path.lastIndexOf(folder) + folder.length);
const componentRef = (path: string, locked: LockedPackage): string =>
  `${nameOf(path, locked)}@${locked.version}`;

function describeComponent(path: string, locked: LockedPackage): Component {
  const name = nameOf(path, locked);
  const { version = '', license, integrity } = locked;
  return {
    'bom-ref': componentRef(path, locked),
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [...(integrity ?? '').matchAll(/sha512-(\S+)/g)].map(([, hash = '']) => ({
      alg: 'SHA-512',
      content: Buffer.from(hash, 'base64').toString('hex'),
    })),
    licenses: license === undefined ? [] : describeLicense(license),
  };
}

/** In SPDX, one license is an identifier, and several are an expression. */
function describeLicense(license: string): Component['licenses'] {
  if (!/ (or|and) /i.test(license)) return [{ license: { id: license } }];
  return [{ expression: license.replace(/ (or|and) /gi, (word) => word.toUpperCase()) }];
}

/** The paths of a package's dependencies, as Node.js finds them: in its own folder first, then in those above. */
function dependencyPaths(path: string, packages: Packages): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const candidate = at === '' ? `${folder}${name}` : `${at}/${folder}${name}`;
      if (packages[candidate] !== undefined) return [candidate];
      if (at === '') return [];
    }
  });
}

const uniqueByRef = (components: readonly Component[]): Component[] => [
  ...new Map(components.map((component) => [component['bom-ref'], component])).values(),
];

function mergeEdges(edges: Sbom['dependencies']): Sbom['dependencies'] {
  const merged = new Map<string, Set<string>>();
  for (const { ref, dependsOn } of edges)
    merged.set(ref, new Set([...(merged.get(ref) ?? []), ...dependsOn]));
  return [...merged].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }));
}
