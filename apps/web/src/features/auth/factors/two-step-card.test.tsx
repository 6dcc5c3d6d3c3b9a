import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signIn, testEmail } from '../../../testing/sign-in.ts';
import { TwoStepCard } from './two-step-card.tsx';

const off = { totp: null, recovery_codes_left: 0, step_up_factors: ['password' as const] };
const on = {
  totp: { added_at: '2026-11-20T10:00:00.000Z' },
  recovery_codes_left: 10,
  step_up_factors: ['totp' as const],
};
const secret = 'A2B3'.repeat(8);
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcde-1234${index}`);

async function openCard(factors: typeof off | typeof on) {
  signIn();
  fakeServer.respond('GET /user/factors', factors);
  await renderApp(<TwoStepCard email={testEmail} />);
}

test('enrolling shows a QR code and its key, then the recovery codes until the user has saved them', async () => {
  fakeServer.respond('POST /user/totp', { secret, uri: `otpauth://totp/Cairn:x?secret=${secret}` });
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
  // Shown once, so they can't be dismissed by accident.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Save your recovery codes')).toBeVisible();
  await button('I saved them').click();
  await expect.element(dialog('Save your recovery codes')).not.toBeInTheDocument();
  await expect.element(page.getByText('10 unused codes left')).toBeVisible();
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
  fakeServer.respond('POST /user/totp', { secret, uri: `otpauth://totp/Cairn:x?secret=${secret}` });
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
  await button('Turn off authenticator app').click();
  await dialog('Turn off two-step verification?').getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByText('Two-step verification is off')).toBeVisible();
  await expect.element(button('Set up authenticator app')).toBeVisible();
});
