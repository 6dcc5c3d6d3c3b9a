import { expect, oneLayout, test } from '../support/journey.ts';

/** Runs in the page. Uses a string as HTML and as the address of a script, and returns the error of each attempt. */
const attempts = `[
  () => { document.body.innerHTML = '<img src=x onerror=alert(1)>'; },
  () => { document.createElement('script').src = '/assets/nothing.js'; },
].map((attempt) => {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return String(error);
  }
})`;

test(
  'no string can become a script in a page, and an attempt is reported',
  oneLayout,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/TrustedHTML|TrustedScriptURL/);
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    const report = page.waitForResponse('**/api/csp-reports');
    expect(await page.evaluate(attempts)).toEqual([
      expect.stringMatching(/^TypeError: .*TrustedHTML/),
      expect.stringMatching(/^TypeError: .*TrustedScriptURL/),
    ]);
    expect((await report).status()).toBe(204);
  },
);
