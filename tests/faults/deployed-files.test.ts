import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { variableNames } from '../../apps/server/src/environment-variables.ts';
import { nodeSettings } from '../../tools/command/node-settings.mjs';
import { root } from '../../tools/command/root.mjs';
import {
  dockerCompose,
  findProgram,
  haproxy,
  skipReason,
} from '../support/machines/required-program.ts';
import { readUnit } from '../support/machines/unit-environment.ts';

const known = new Set<string>([...variableNames, 'NODE_OPTIONS', 'NODE_COMPILE_CACHE']);
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');

/** In seconds: after the drain, requests and jobs in progress have this time (main.ts). */
const shutdownSeconds = 15;

describe.each(['cairn-web', 'cairn-worker'])('the systemd unit %s', (name) => {
  const unit = readUnit(name, '3000');
  const { environment } = unit;

  test('starts the server with known variables and the options of `npm start`', () => {
    expect(unit.command).toEqual(['/opt/cairn/node_modules/.bin/node', 'apps/server/src/main.ts']);
    expect(existsSync(join(root, unit.command[1] ?? ''))).toBe(true);
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
    expect(environment.NODE_OPTIONS).toBe(nodeSettings.NODE_OPTIONS);
    expect(environment.ROLE).toBe(name === 'cairn-web' ? 'web' : 'worker');
    expect(environment.PORT).toBe('3000');
  });

  test('waits for the drain and for requests in progress before systemd kills the process', () => {
    expect(unit.stopTimeout).toBeGreaterThan(
      Number(environment.DRAIN_SECONDS ?? 0) + shutdownSeconds,
    );
  });

  const analyze = findProgram('systemd-analyze');
  test.skipIf(analyze === undefined)(
    `is valid for systemd${analyze === undefined ? ' (skipped: needs apt-get install systemd)' : ''}`,
    () => {
      const { stderr } = spawnSync(
        analyze ?? '',
        ['verify', join(root, `deploy/systemd/${name}@.service`)],
        { encoding: 'utf8' },
      );
      // Cairn is not installed on this machine.
      const problems = stderr
        .split('\n')
        .filter((line) => line.includes(name) && !line.includes('/opt/cairn/'));
      expect(problems).toEqual([]);
    },
  );
});

const skipped = skipReason([haproxy]);

test.skipIf(skipped !== '')(`haproxy.cfg is valid for the installed HAProxy${skipped}`, () => {
  const { status, stdout, stderr } = spawnSync(
    findProgram('haproxy') ?? '',
    ['-c', '-f', join(root, 'deploy/haproxy.cfg')],
    { encoding: 'utf8' },
  );
  expect(`${stdout}${stderr}`).toContain('valid');
  expect(status).toBe(0);
});

describe('the container', () => {
  const dockerfile = read('container/Dockerfile');

  test('copies files that exist, and starts the server with the options of `npm start`', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources = '']) => sources.split(' '),
    );
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(dockerfile).toContain(`NODE_OPTIONS="${nodeSettings.NODE_OPTIONS}"`);
    expect(dockerfile).toContain('CMD ["node", "apps/server/src/main.ts"]');
  });

  test('copies every package.json that its installation needs', () => {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    expect(workspaces).toEqual(['packages/*', 'apps/*']);
    for (const app of ['server', 'web', 'sandbox'])
      expect(dockerfile).toContain(`COPY apps/${app}/package.json apps/${app}/`);
  });

  test('of each role is in the Compose file, with known variables and time to stop', () => {
    interface Service {
      environment: Record<string, string>;
      stop_grace_period?: string;
    }
    const { services } = parse(read('container/compose.yaml'), { merge: true }) as {
      services: Record<string, Service>;
    };
    const servers = ['web1', 'web2', 'worker'].map((name) => services[name]);
    expect(servers.map((server) => server?.environment.ROLE)).toEqual(['web', 'web', 'worker']);
    for (const server of servers) {
      expect(
        Object.keys(server?.environment ?? {}).filter((variable) => !known.has(variable)),
      ).toEqual([]);
      const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(dockerfile)?.[1]);
      expect(Number.parseInt(server?.stop_grace_period ?? '', 10)).toBeGreaterThan(
        drain + shutdownSeconds,
      );
    }
  });

  const withoutCompose = skipReason([dockerCompose]);
  test.skipIf(withoutCompose !== '')(
    `has a Compose file that is valid for the installed Docker Compose${withoutCompose}`,
    () => {
      const { status, stderr } = spawnSync(
        findProgram('docker-compose') ?? '',
        ['-f', join(root, 'deploy/container/compose.yaml'), 'config'],
        {
          encoding: 'utf8',
          env: {
            ...process.env,
            POSTGRES_PASSWORD: 'secret',
            CAIRN_ENV_FILE: '../../.env.example',
          },
        },
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
    },
  );
});
