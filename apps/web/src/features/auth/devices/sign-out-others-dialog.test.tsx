import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { SignOutOthersDialog } from './sign-out-others-dialog.tsx';

const endSession = 'DELETE /user/sessions/:id';
const title = 'Sign out all other devices?';

async function openDialog() {
  await renderApp(<SignOutOthersDialog otherCount={2} onClosed={() => undefined} />);
  await expect.element(dialog(title)).toBeVisible();
}

test('all other devices are signed out after a confirmation', async () => {
  fakeServer.respond(endSession, null);
  await openDialog();
  await expect
    .element(dialog(title))
    .toHaveAccessibleDescription(
      '2 other devices will have to sign in again. This one stays signed in.',
    );
  await button('Sign out all others').click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
  expect(fakeServer.callsTo(endSession)[0]?.path).toBe('/user/sessions/all');
});

test('a failure to sign out other devices is shown in the dialog', async () => {
  fakeServer.reject(endSession, 'internal', 'Something went wrong on our end.');
  await openDialog();
  await button('Sign out all others').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Something went wrong on our end.');
  await button('Cancel').click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
});
