import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { ActivityCard } from './activity-card.tsx';

test('the activity log shows the details of each event and the network it came from', async () => {
  const at = '2026-11-23T08:00:00.000Z';
  fakeServer.respond('GET /user/activity', {
    events: [
      { id: '2', at, event: 'step_up_failed', detail: 'Wrong password', ip: null },
      { id: '1', at, event: 'signed_in', detail: 'Firefox on Linux', ip: '203.0.113.0/24' },
    ],
    next: null,
  });
  await renderApp(<ActivityCard />);
  const entries = page.getByRole('listitem').getByRole('paragraph');
  await expect.element(entries.nth(0)).toHaveTextContent('Failed confirmation · Wrong password');
  await expect
    .element(entries.nth(1))
    .toHaveTextContent('Signed in · Firefox on Linux · from the network 203.0.113.0/24');
});
