import { waitForMail } from '../../support/mail/mail.ts';
import { sandboxUrl } from '../../support/processes/e2e-addresses.ts';
import { testPassword } from '../../support/requests/test-client.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { freePerson } from '../support/person.ts';

const inbox = { sandbox: { url: sandboxUrl } };
const expiredLink = 'This link is invalid or has expired. Please try again.';
const verified = 'Your email address is verified';

test('the emailed link verifies the address, after signing in if needed', async ({ page }) => {
  const person = await freePerson();
  await openAs(person, page, '/profile/email/validate');
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused();
  await expect(page.getByText(`We sent an email to ${person.email}`)).toBeVisible();
  const { links } = await waitForMail(inbox, person.email, 'Verify');

  // On another device, signed out.
  await page.evaluate('localStorage.clear()');
  await page.goto(links[0] ?? '');
  // The code has been removed from the address, so that a reload does not send it.
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Femail%2Flink');
  await page.reload();
  await page.getByLabel('Username').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: verified })).toBeFocused();
  await expect(page).toHaveURL('/profile/email/link');
  expect((await person.api.request('GET /user/me')).email_verified).toBe(true);
  // The new token states that the address is verified, so verification isn't offered anymore.
  await page.goto('/profile/email/validate');
  await expect(page.getByText('already verified')).toBeVisible();
  await page.goto('/profile/email/link');
  await expect(page.getByRole('heading', { name: verified })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('a verification link of an older email, with its code in the query, still works', async ({
  page,
}) => {
  const person = await freePerson();
  await person.api.request('POST /user/validate_email');
  const { links } = await waitForMail(inbox, person.email, 'Verify');
  await openAs(person, page, links[0]?.replace('#', '?'));
  await expect(page.getByRole('heading', { name: verified })).toBeFocused();
  await expect(page).toHaveURL('/profile/email/link');
});

test('an invalid verification link shows an error and offers a new one', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/422 .*\/check_email_validation/);
  await openAs(await freePerson(), page, '/profile/email/link#code=made-up');
  await expect(page.getByRole('heading', { name: expiredLink })).toBeFocused();
  await expect(page).toHaveURL('/profile/email/link');
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page).toHaveURL('/profile/email/validate');
});

test('a verification link that was opened while the server was unreachable can be retried', async ({
  page,
  browserErrors,
}) => {
  const person = await freePerson();
  await person.api.request('POST /user/validate_email');
  const { links } = await waitForMail(inbox, person.email, 'Verify');
  browserErrors.allow(/ERR_FAILED.*\/check_email_validation/);
  await page.route('**/api/user/check_email_validation', (route) => route.abort());
  await openAs(person, page, links[0]);
  await expect(page.getByRole('heading', { name: expiredLink })).toBeVisible();
  await expect(page.getByText('the link may still be valid')).toBeVisible();
  await page.unroute('**/api/user/check_email_validation');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: verified })).toBeVisible();
});

test('a failed request for the verification email shows an error and can be retried', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/503 .*\/validate_email/);
  await page.route('**/api/user/validate_email', (route) => route.fulfill({ status: 503 }));
  await openAs(await freePerson(), page, '/profile/email/validate');
  const button = page.getByRole('button', { name: 'Send verification email' });
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failure on the server. Please try again later.',
  );
  await page.unroute('**/api/user/validate_email');
  await button.click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
});
