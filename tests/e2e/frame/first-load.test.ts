import type { Page, Request } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.ts';
import type { Person } from '../support/person.ts';

const eventStream = '/api/user/events';

/** Records the calls to the API from now on, as `METHOD /path body`. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === eventStream) return;
    calls.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`.trim());
  });
  return calls;
}

/** Resolves once the page has received the first event of each kind. */
async function waitForFirstEvents(page: Page, token: string): Promise<void> {
  // Every stream gets the events in the same order. Once a second stream has them, so has the app's.
  await page.evaluate(`(async () => {
    const authorization = 'Bearer ${token}';
    const response = await fetch('${eventStream}', { headers: { authorization } });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    while (!/event: sync\\ndata: .*\\n\\n/.test(received)) received += (await reader.read()).value;
    await reader.cancel();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  })()`);
}

/** Opens a screen in a new window and returns its calls, up to and including the first events. */
async function openAndListCalls(page: Page, { api }: Person, path: string): Promise<string[]> {
  const calls = recordCalls(page);
  const connected = page.waitForResponse((response) => response.url().endsWith(eventStream));
  await page.goto(path);
  await connected;
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await waitForFirstEvents(page, api.token ?? '');
  return calls;
}

for (const path of ['/', '/transactions', '/budget', '/crypto', '/networth', '/recurringTx'])
  test(`${path} makes each of its calls once`, async ({ page, people, browserErrors }) => {
    browserErrors.allow(/404 .*\/(user\/budget|cb)/);
    await openAs(people.example, page, '/robots.txt');
    const calls = await openAndListCalls(page, people.example, path);
    expect(calls).toContain('GET /api/user/me');
    expect(calls).toEqual([...new Set(calls)]);
  });

test('a screen uses every response that was requested before its code was loaded', async ({
  page,
  people,
}) => {
  await openAs(people.example, page, '/robots.txt');
  for (const path of ['/', '/transactions', '/spending', '/profile']) {
    await openAndListCalls(page, people.example, path);
    const unused = await page.evaluate('[...(window.firstResponses?.keys() ?? [])]');
    expect(unused, path).toEqual([]);
  }
});

test('a screen is shown after at most 21 requests, one of which gets the token', async ({
  page,
  people,
}) => {
  await openAs(people.example, page, '/robots.txt');
  for (const path of ['/', '/transactions']) {
    const requests: string[] = [];
    const record = (request: Request) => requests.push(request.url());
    page.on('request', record);
    await openAndListCalls(page, people.example, path);
    page.off('request', record);
    // One of them is the event stream of this test.
    expect(requests.length - 1, requests.join('\n')).toBeLessThanOrEqual(21);
  }
});

test('robots.txt exists, and a file that does not exist is a 404', async ({ request }) => {
  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toContain('text/plain');
  expect(await robots.text()).toContain('User-agent: *');
  for (const path of ['/sitemap.xml', '/favicon.ico', '/.env', '/assets/nothing.js'])
    expect((await request.get(path)).status(), path).toBe(404);
  const page = await request.get('/no/such/place');
  expect(page.headers()['content-type']).toContain('text/html');
});
