import { afterAll, beforeEach, expect, test } from 'vitest';
import { maxViolationsPerDay } from '../../apps/server/src/platform/http/csp-reports.queries.ts';
import { queryDatabase } from '../support/database/database-queries.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { expectProblem, sendRaw } from '../support/requests/raw-request.ts';

const server: TestServer = await startTestServer({
  environment: { RATE_LIMITS: 'csp_report_ip=1000000' },
});
afterAll(() => server.stop());
beforeEach(() => queryDatabase(server, 'truncate csp_reports'));

/** Sends a report in the format of `report-uri`, as browsers do: without anything that identifies the user. */
const report = (blocked: string, changes = {}, to = server) =>
  sendRaw(to, '/api/csp-reports', {
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({
      'csp-report': {
        'document-uri': 'https://cairn.example/account/018f',
        referrer: '',
        'effective-directive': 'script-src-elem',
        'original-policy': "default-src 'self'",
        'blocked-uri': blocked,
        'script-sample': 'a secret',
        disposition: 'enforce',
        'status-code': 200,
        ...changes,
      },
    }),
  });

const stored = () =>
  queryDatabase(
    server,
    `select directive, blocked, report_only, count from csp_reports order by directive, blocked, report_only`,
  );

test('POST /csp-reports counts violations by directive and host, without data of users', async () => {
  expect((await report('https://evil.example/a.js?user=ada')).status).toBe(204);
  expect((await report('https://evil.example/b.js')).status).toBe(204);
  const violation = { effectiveDirective: 'img-src', blockedURL: 'https://tracker.example/p.gif' };
  const { status } = await sendRaw(server, '/api/csp-reports', {
    headers: { 'content-type': 'application/reports+json' },
    body: JSON.stringify([
      { type: 'csp-violation', age: 1, url: 'x', user_agent: 'y', body: violation },
      { type: 'deprecation', age: 1, url: 'x', user_agent: 'y', body: { id: 'z' } },
    ]),
  });
  expect(status).toBe(204);
  const first = { directive: 'img-src', blocked: 'tracker.example', report_only: false, count: 1 };
  const second = {
    directive: 'script-src-elem',
    blocked: 'evil.example',
    report_only: false,
    count: 2,
  };
  expect(await stored()).toEqual([first, second]);
  // Each is logged once a day.
  const logged = server.logged.filter(({ event }) => event === 'csp_violation');
  expect(logged.map(({ directive, blocked }) => [directive, blocked])).toEqual([
    ['script-src-elem', 'evil.example'],
    ['img-src', 'tracker.example'],
  ]);
  expect(JSON.stringify(server.logged)).not.toMatch(/018f|a secret|user=ada/);
});

test('a flood of different violations is counted in a limited number of rows', async () => {
  const hosts = Array.from({ length: maxViolationsPerDay + 50 }, (_, n) => `https://h${n}.example`);
  for (let start = 0; start < hosts.length; start += 5)
    await Promise.all(hosts.slice(start, start + 5).map((host) => report(host)));
  const rows = await stored();
  // Reports that arrive at the same time can exceed the limit by their number.
  expect(rows.length).toBeLessThanOrEqual(maxViolationsPerDay + 6);
  expect(rows.reduce((sum, row) => sum + Number(row.count), 0)).toBe(hosts.length);
  expect(rows).toContainEqual(expect.objectContaining({ blocked: 'others' }));
  // A violation that was reported before the flood is still counted in its own row.
  await report('https://h0.example');
  expect(await stored()).toContainEqual(
    expect.objectContaining({ blocked: 'h0.example', count: 2 }),
  );
});

test('reports are limited per IP address', async () => {
  const strict = await startTestServer({
    sandbox: server.sandbox,
    environment: { RATE_LIMITS: 'csp_report_ip=3' },
  });
  try {
    for (let n = 0; n < 3; n += 1)
      expect((await report('https://evil.example', {}, strict)).status).toBe(204);
    const limited = await report('https://evil.example', {}, strict);
    expectProblem(limited, 429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.stop();
  }
});

test('no other call accepts the media types of reports, which any website can make a browser send', async () => {
  for (const type of ['application/csp-report', 'application/reports+json'])
    expectProblem(
      await sendRaw(server, '/api/auth/token', { headers: { 'content-type': type }, body: '{}' }),
      415,
    );
});
