/**
 * Import rules. `npm run structure` prints a rule's name and comment for each violation;
 * tools/structure.test.ts proves that each rule finds a forbidden import.
 *
 * The layers, from the highest to the lowest. Each may import the lower ones:
 *
 * - server: main, app > jobs > features > domain | identity > mail; providers; platform
 * - web: main, router > screens > features > ui > domain > platform
 */

/** The layer rules apply to what ships. Tests may import test support. */
const tests = '\\.test\\.tsx?$|/testing/';

/** Folders of the contract that use no schema library. The web app imports their values. */
const schemaFree = '^packages/contract/src/(rules|text)/';

const serverStart = 'main|app\\.|create-services';

/**
 * @param {string} name
 * @param {string} comment
 * @param {Record<string, unknown>} from
 * @param {Record<string, unknown>} to
 */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: /** @type {const} */ ('error'),
  from,
  to,
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-circular-imports',
      'Modules must not import each other in a cycle. Type-only imports are exempt: they do not exist at run time.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'no-unresolved-imports',
      'The imported module does not exist.',
      {},
      {
        couldNotResolve: true,
      },
    ),

    // Packages
    forbid(
      'no-imports-between-apps',
      'Apps must not import each other. Shared definitions belong in packages/contract.',
      { path: '^apps/([^/]+)/', pathNot: tests },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'sandbox-imports-only-people',
      'The sandbox imports none of our packages except people, so that it cannot share our mistakes.',
      { path: '^apps/sandbox/', pathNot: tests },
      { path: '^(apps|packages|tools|tests|bench)/', pathNot: '^(apps/sandbox|packages/people)/' },
    ),
    forbid(
      'contract-imports-no-other-package',
      'The contract imports none of our other packages.',
      { path: '^packages/contract/' },
      { path: '^(apps|packages|tools|tests|bench)/', pathNot: '^packages/contract/' },
    ),
    forbid(
      'people-imports-nothing',
      'The people package is pure and deterministic, so it imports nothing.',
      { path: '^packages/people/', pathNot: tests },
      { pathNot: '^packages/people/' },
    ),
    forbid(
      'no-tooling-in-apps',
      'Apps and packages must not import tools, tests, or benchmarks.',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: '^(tools|tests|bench)/' },
    ),
    forbid(
      'tools-do-not-import-tests',
      'Tools must work without the tests. What both need belongs in tools/product.',
      { path: '^tools/' },
      { path: '^(tests|bench)/' },
    ),
    forbid(
      'bench-does-not-import-tests',
      'Benchmarks may import apps, packages, and tools. They do not import test support, which may trade speed for convenience and would distort measurements.',
      { path: '^bench/' },
      { path: '^tests/' },
    ),

    // Server
    forbid(
      'no-imports-between-features',
      'Features must not import each other. For a shared read, join in your own SQL. Move a shared rule to domain.',
      { path: '^(apps/[^/]+/src/features)/([^/]+)/', pathNot: tests },
      { path: '^$1/', pathNot: '^$1/$2/' },
    ),
    forbid(
      'server-features-import-only-lower-layers',
      'Features may import domain, identity, mail, providers, and platform.',
      { path: '^apps/server/src/features/', pathNot: tests },
      { path: `^apps/server/src/(jobs/|${serverStart})` },
    ),
    forbid(
      'jobs-import-only-lower-layers',
      'Jobs may import features and the layers below them.',
      { path: '^apps/server/src/jobs/', pathNot: tests },
      { path: `^apps/server/src/(${serverStart})` },
    ),
    forbid(
      'domain-imports-only-platform',
      'Domain rules do not depend on features, jobs, providers, identity, or mail.',
      { path: '^apps/server/src/domain/', pathNot: tests },
      {
        path: `^apps/server/src/(features/|jobs/|providers/|identity/|mail/|services|${serverStart})`,
      },
    ),
    forbid(
      'domain-does-not-use-http',
      'Domain rules do not depend on the HTTP framework.',
      { path: '^apps/server/src/domain/', pathNot: tests },
      { path: '(^|/)fastify(/|$)' },
    ),
    forbid(
      'identity-imports-only-lower-layers',
      'Identity (sign-in methods, sessions, activity) may import mail and platform.',
      { path: '^apps/server/src/identity/', pathNot: tests },
      {
        path: `^apps/server/src/(features/|jobs/|providers/|domain/|services|${serverStart})`,
      },
    ),
    forbid(
      'mail-imports-only-platform',
      'Mail (queuing and reading outgoing email) may import platform only.',
      { path: '^apps/server/src/mail/', pathNot: tests },
      {
        path: `^apps/server/src/(features/|jobs/|providers/|domain/|identity/|services|${serverStart})`,
      },
    ),
    forbid(
      'providers-import-only-lower-layers',
      'A provider implements a protocol. It does not depend on our features, or on other providers.',
      { path: '^apps/server/src/providers/([^/]+)/', pathNot: tests },
      {
        path: `^apps/server/src/(features/|jobs/|providers/|identity/|mail/|services|${serverStart})`,
        pathNot: '^apps/server/src/providers/$1/',
      },
    ),
    forbid(
      'server-platform-imports-no-other-layer',
      'The platform is the lowest layer of the server, so it imports no other.',
      { path: '^apps/server/src/platform/', pathNot: tests },
      {
        path: `^apps/server/src/(features/|jobs/|providers/|domain/|identity/|mail/|${serverStart})`,
      },
    ),

    // Web
    forbid(
      'web-platform-imports-no-other-layer',
      'The platform is the lowest layer of the web app, so it imports no other.',
      { path: '^apps/web/src/platform/', pathNot: tests },
      { path: '^apps/web/src/(domain/|ui/|features/|screens/|router|main)' },
    ),
    forbid(
      'web-domain-imports-only-platform',
      'Domain modules of the web app may import platform only.',
      { path: '^apps/web/src/domain/', pathNot: tests },
      { path: '^apps/web/src/(ui/|features/|screens/|router|main)' },
    ),
    forbid(
      'ui-imports-only-lower-layers',
      'UI components may import domain and platform.',
      { path: '^apps/web/src/ui/', pathNot: tests },
      { path: '^apps/web/src/(features/|screens/|router|main)' },
    ),
    forbid(
      'web-features-import-only-lower-layers',
      'Features may import ui, domain, and platform. Screens compose features.',
      { path: '^apps/web/src/features/', pathNot: tests },
      { path: '^apps/web/src/(screens/|router|main)' },
    ),
    forbid(
      'screens-import-only-lower-layers',
      'Screens compose features. They do not import the router.',
      { path: '^apps/web/src/screens/', pathNot: tests },
      { path: '^apps/web/src/(router|main)' },
    ),
    forbid(
      'no-imports-between-screens',
      'Screens must not import each other. What they share belongs in screens/frame.',
      { path: '^apps/web/src/screens/.*\\.screen\\.tsx$' },
      { path: '^apps/web/src/screens/.*\\.screen\\.tsx$' },
    ),
    forbid(
      'no-schemas-in-browser',
      'The web app may import only types from the contract, which keeps the schema library out of the bundle.',
      { path: '^apps/web/src/', pathNot: tests },
      {
        path: '^packages/contract/|typebox',
        pathNot: schemaFree,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'no-schemas-in-schema-free-modules',
      'The browser loads these modules of the contract, so they must not import schemas.',
      { path: schemaFree, pathNot: tests },
      { path: '.', pathNot: schemaFree, dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data)/' },
    // TypeScript 7 has no parser API for dependency-cruiser, which then reads no modules without an error
    // (tools/structure.ts checks for that).
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
