import { expect, test } from 'vitest';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { exampleConfig } from '../../testing/example-config.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { DemoNotice } from './demo-notice.tsx';

const upgrade = 'Upgrade your account for all features';

function respondToUpgrade() {
  fakeServer.respond('GET /billing/subscription', {
    ...{ state: 'none', plan: null, until: null, payment: null, end_reason: null },
    ...{ manageable: false, banks_unlinked_at: null },
  });
  fakeServer.respond('GET /config', exampleConfig);
}

test('a free user in demo mode can upgrade from the banner, and the demo stays on', async () => {
  respondToUpgrade();
  signIn({ subscription: 'free' });
  setDemoMode(true);
  await renderApp(<DemoNotice />);
  await button('Upgrade').click();
  await expect.element(dialog(upgrade)).toBeVisible();
  await button('Cancel').click();
  await expect.element(dialog(upgrade)).not.toBeInTheDocument();
  await expect.element(button('Exit')).toBeVisible();
});

test('a paid user in demo mode is not offered an upgrade', async () => {
  signIn({ subscription: 'paid' });
  setDemoMode(true);
  await renderApp(<DemoNotice />);
  await expect.element(button('Exit')).toBeVisible();
  await expect.element(button('Upgrade')).not.toBeInTheDocument();
});

test('without demo mode there is no demo banner', async () => {
  signIn({ subscription: 'free' });
  await renderApp(<DemoNotice />);
  await expect.element(button('Exit')).not.toBeInTheDocument();
});
