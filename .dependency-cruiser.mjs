/**
 * Who may import whom. Each rule's name and comment is what a person reads who breaks it;
 * tools/structure.test.ts shows each of them a forbidden import.
 */

/** Tests may use the support for tests; the rules on layers are for what ships. */
const tests = '\\.test\\.tsx?$|/testing/';

/** Parts of the contract with no schema, whose values the web app uses as well. */
const schemaless = '^packages/contract/src/(credential-rules|taxonomy|crypto-value|formats|copy)\\.ts$';

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
      'no-circles',
      'Modules that import each other in a circle are one module (types may: they are gone when it runs).',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid('no-missing-module', 'An import leads to nothing.', {}, { couldNotResolve: true }),
    forbid(
      'apps-stay-apart',
      'Apps never import apps; what they share is in packages/contract.',
      { path: '^apps/([^/]+)/', pathNot: tests },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'sandbox-knows-only-people',
      "The sandbox imports nothing of ours but `people`, so it can't inherit our mistakes.",
      { path: '^apps/sandbox/', pathNot: tests },
      { path: '^(apps|packages|tools|tests|bench)/', pathNot: '^(apps/sandbox|packages/people)/' },
    ),
    forbid(
      'contract-knows-nothing-of-ours',
      'The contract imports nothing of ours.',
      { path: '^packages/contract/' },
      { path: '^(apps|packages|tools|tests|bench)/', pathNot: '^packages/contract/' },
    ),
    forbid(
      'people-imports-nothing',
      'people is pure and deterministic: it imports nothing.',
      { path: '^packages/people/', pathNot: tests },
      { pathNot: '^packages/people/' },
    ),
    forbid(
      'products-know-no-tools',
      'What ships does not import tools, tests or benchmarks.',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: '^(tools|tests|bench)/' },
    ),
    forbid(
      'features-stay-apart',
      'A feature never imports another: a shared read is a join in your own SQL, a shared rule sinks to domain.',
      { path: '^(apps/[^/]+/src/features)/([^/]+)/', pathNot: tests },
      { path: '^$1/', pathNot: '^$1/$2/' },
    ),
    forbid(
      'server-features-look-down',
      'Features import domain, providers and platform; jobs and the app import them.',
      { path: '^apps/server/src/features/', pathNot: tests },
      { path: '^apps/server/src/(jobs/|main|app\\.|create-services|not-built)' },
    ),
    forbid(
      'jobs-look-down',
      'Jobs import features and what is below; the app imports them.',
      { path: '^apps/server/src/jobs/', pathNot: tests },
      { path: '^apps/server/src/(main|app\\.|create-services)' },
    ),
    forbid(
      'domain-is-pure',
      'The rules of the domain know no feature, provider, job or route.',
      { path: '^apps/server/src/domain/', pathNot: tests },
      { path: '^apps/server/src/(features|jobs|providers|main|app\\.|create-services|services)' },
    ),
    forbid(
      'providers-know-only-themselves',
      'A provider knows its protocol and the platform: not us, and no other provider.',
      { path: '^apps/server/src/providers/([^/]+)/', pathNot: tests },
      {
        path: '^apps/server/src/(features|jobs|providers|main|app\\.|create-services|services)',
        pathNot: '^apps/server/src/providers/$1/',
      },
    ),
    forbid(
      'server-platform-is-the-ground',
      'The platform is what everything stands on; it imports none of it.',
      { path: '^apps/server/src/platform/', pathNot: tests },
      { path: '^apps/server/src/(features|jobs|providers|domain|main|app\\.|create-services)' },
    ),
    forbid(
      'web-ui-and-platform-are-the-ground',
      'ui and platform import no feature, no screen and no route.',
      { path: '^apps/web/src/(ui|platform)/', pathNot: tests },
      { path: '^apps/web/src/(features|screens|router|main)' },
    ),
    forbid(
      'web-platform-draws-nothing',
      'ui may stand on platform, not the other way round.',
      { path: '^apps/web/src/platform/', pathNot: tests },
      { path: '^apps/web/src/ui/' },
    ),
    forbid(
      'web-features-look-down',
      'Features import ui and platform; screens compose them.',
      { path: '^apps/web/src/features/', pathNot: tests },
      { path: '^apps/web/src/(screens|router|main)' },
    ),
    forbid(
      'screens-look-down',
      'Screens compose features and know no router.',
      { path: '^apps/web/src/screens/', pathNot: tests },
      { path: '^apps/web/src/(router|main)' },
    ),
    forbid(
      'screens-stay-apart',
      'A screen imports no other screen; what they share is in screens/frame.',
      { path: '^apps/web/src/screens/.*\\.screen\\.tsx$' },
      { path: '^apps/web/src/screens/.*\\.screen\\.tsx$' },
    ),
    forbid(
      'no-schemas-in-the-browser',
      'The web app takes types only from the contract: the schema library stays out of the bundle.',
      { path: '^apps/web/src/', pathNot: tests },
      {
        path: '^packages/contract/|typebox',
        pathNot: schemaless,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'plain-rules-stay-plain',
      'The browser loads this part of the contract, so it imports no schema.',
      { path: schemaless },
      { path: '.', pathNot: schemaless, dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data)/' },
    // With TypeScript 7 the compiler's own parser is not to be had, and without a parser
    // dependency-cruiser reads no module at all (tools/structure.ts fails then).
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
