import { spawnSync } from 'node:child_process';
import { root } from './command/root.mjs';

/**
 * `npm run test:pooler`: runs the integration and security suites with PgBouncer between every server and its database.
 * Arguments choose test files. PGBOUNCER sets another program than the installed one.
 */
const program = process.env.PGBOUNCER ?? 'pgbouncer';
const path = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;
const version = spawnSync(program, ['--version'], { encoding: 'utf8', env: { PATH: path } });
if (version.status !== 0) {
  console.log('Skipped: PgBouncer is not installed. On Debian: apt-get install pgbouncer');
  process.exit(0);
}
console.log(version.stdout.split('\n')[0]);
const files = process.argv.slice(2);
let failed = false;
for (const project of ['integration', 'security']) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests', ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CAIRN_TEST_POOLER: '1' } },
  );
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
