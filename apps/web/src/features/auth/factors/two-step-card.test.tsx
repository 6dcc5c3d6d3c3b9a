import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signIn, testEmail } from '../../../testing/sign-in.ts';
import { TwoStepCard } from './two-step-card.tsx';

const off = {
  totp: null,
  recovery_codes_left: 0,
  recovery_codes_saved: true,
  step_up_factors: ['password' as const],
};
const on = {
  totp: { added_at: '2026-11-20T10:00:00.000Z' },
  recovery_codes_left: 10,
  recovery_codes_saved: true,
  step_up_factors: ['totp' as const],
};
const secret = 'A2B3'.repeat(8);
const totp = {
  secret,
  uri: `otpauth://totp/Cairn:ada.lovelace%40example.com?issuer=Cairn&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  enrollment: 'first',
};
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcde-1234${index}`);

/** Whether the browser would ask before the page is left. */
const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

async function openCard(factors: typeof off | typeof on) {
  signIn();
  fakeServer.respond('GET /user/factors', factors);
  await renderApp(<TwoStepCard email={testEmail} />);
}

test('enrolling shows a QR code and its key, then the recovery codes until the user has saved them', async () => {
  fakeServer.respond('POST /user/totp', totp);
  fakeServer.respond('POST /user/totp/confirm', () => {
    fakeServer.respond('GET /user/factors', on);
    return { recovery_codes: recoveryCodes };
  });
  await openCard(off);
  await button('Set up authenticator app').click();
  await expect.element(page.getByRole('img', { name: 'QR code with the key below' })).toBeVisible();
  await expect.element(page.getByText(Array(8).fill('A2B3').join(' '))).toBeVisible();
  await expect.element(field('Code from the app')).toHaveFocus();
  await userEvent.keyboard('123456');
  await expect.element(dialog('Save your recovery codes')).toBeVisible();
  await expect.element(page.getByText('abcde-12349')).toBeVisible();
  // The codes are shown only once, so they can't be dismissed by accident.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Save your recovery codes')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(true);
  fakeServer.respond('POST /user/recovery_codes/saved', null);
  await button('I saved them').click();
  await expect.element(dialog('Save your recovery codes')).not.toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(false);
  expect(fakeServer.callsTo('POST /user/recovery_codes/saved')).toHaveLength(1);
  await expect.element(page.getByText('10 unused codes left')).toBeVisible();
});

test('the QR code is at least 200 px wide and has a white quiet zone in dark mode', async () => {
  fakeServer.respond('POST /user/totp', totp);
  document.documentElement.dataset.theme = 'dark';
  try {
    await openCard(off);
    await button('Set up authenticator app').click();
    const image = page.getByRole('img', { name: 'QR code with the key below' });
    await expect.element(image).toBeVisible();
    const withQuietZone = image.element().getBoundingClientRect();
    const code = image.element().querySelector('path')?.getBoundingClientRect() ?? new DOMRect();
    expect(code.width).toBeGreaterThanOrEqual(200);
    expect(code.left - withQuietZone.left).toBeGreaterThan((4 * code.width) / 50);
    expect(getComputedStyle(image.element()).backgroundColor).toBe('rgb(255, 255, 255)');
  } finally {
    delete document.documentElement.dataset.theme;
  }
});

test('an enrollment that was begun again elsewhere shows a message and can be started over', async () => {
  fakeServer.respond('POST /user/totp', totp);
  const restarted = 'Setup was started again in another tab. Start over.';
  fakeServer.reject('POST /user/totp/confirm', 'conflict', restarted);
  await openCard(off);
  await button('Set up authenticator app').click();
  await field('Code from the app').fill('123456');
  await expect.element(page.getByText(restarted)).toBeVisible();
  expect(fakeServer.callsTo('POST /user/totp/confirm')).toMatchObject([
    { body: { code: '123456', enrollment: 'first' } },
  ]);
  fakeServer.respond('POST /user/totp', {
    secret: 'C4D5'.repeat(8),
    uri: `otpauth://totp/Cairn:x?secret=${'C4D5'.repeat(8)}`,
    enrollment: 'second',
  });
  await button('Start over').click();
  await expect.element(page.getByText(Array(8).fill('C4D5').join(' '))).toBeVisible();
  await expect.element(field('Code from the app')).toHaveValue('');
  await expect.element(field('Code from the app')).toHaveFocus();
});

test('an enrollment that was finished elsewhere shows a message and cannot be started over', async () => {
  fakeServer.respond('POST /user/totp', totp);
  await openCard(off);
  await button('Set up authenticator app').click();
  fakeServer.reject('POST /user/totp/confirm', 'conflict', 'It was turned on in another tab.');
  fakeServer.respond('GET /user/factors', on);
  await field('Code from the app').fill('123456');
  await expect.element(page.getByText('It was turned on in another tab.')).toBeVisible();
  await expect.element(button('Start over')).not.toBeInTheDocument();
  await page.getByRole('dialog').getByText('Close').click();
  await expect.element(page.getByText('10 unused codes left')).toBeVisible();
});

test('a reminder to save the recovery codes is shown until the user confirms that they saved them', async () => {
  const unsaved = /haven't confirmed that you saved/;
  await openCard({ ...on, recovery_codes_saved: false });
  await expect.element(page.getByText(unsaved)).toBeVisible();
  await button('Create new codes').click();
  await expect
    .element(dialog('Create new recovery codes?'))
    .toHaveAccessibleDescription(/haven't confirmed that you saved your current codes/);
  await button('Cancel').click();
  fakeServer.respond('POST /user/recovery_codes/saved', () => {
    fakeServer.respond('GET /user/factors', on);
    return null;
  });
  await button('I saved them').click();
  await expect.element(page.getByText(unsaved)).not.toBeInTheDocument();
});

test('the names of the rows do not wrap in the narrowest window', async () => {
  await page.viewport(320, 700);
  signIn();
  fakeServer.respond('GET /user/factors', on);
  await renderApp(
    <div className="px-4">
      <TwoStepCard email={testEmail} />
    </div>,
  );
  for (const name of ['Authenticator app', 'Recovery codes']) {
    const text = page.getByText(name, { exact: true });
    await expect.element(text).toBeVisible();
    expect(text.element().getBoundingClientRect().height).toBeLessThan(30);
  }
});

test('the recovery codes can be copied', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  fakeServer.respond('POST /user/recovery_codes', { recovery_codes: recoveryCodes });
  await openCard(on);
  await button('Create new codes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
  await button('Copy').click();
  await expect.element(button('Copied')).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(recoveryCodes.join('\n'));
  writeText.mockRestore();
});

test('a wrong code shows an error and keeps the QR code', async () => {
  fakeServer.respond('POST /user/totp', totp);
  fakeServer.reject('POST /user/totp/confirm', 'wrong_code', 'This code is wrong.');
  await openCard(off);
  await button('Set up authenticator app').click();
  await field('Code from the app').fill('123456');
  await expect
    .element(field('Code from the app'))
    .toHaveAccessibleDescription('This code is wrong.');
  await expect.element(page.getByRole('img', { name: 'QR code with the key below' })).toBeVisible();
});

test('turning off two-step verification requires a confirmation', async () => {
  fakeServer.respond('DELETE /user/totp', () => {
    fakeServer.respond('GET /user/factors', off);
    return null;
  });
  await openCard(on);
  await button('Turn off two-step verification').click();
  await dialog('Turn off two-step verification?').getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByText('Two-step verification is off')).toBeVisible();
  await expect.element(button('Set up authenticator app')).toBeVisible();
});
