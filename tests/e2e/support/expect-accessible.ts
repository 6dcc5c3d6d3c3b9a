import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, oneLayout, test } from './journey.ts';

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];
/** Rules whose result depends on the width. */
const sizeRules = ['target-size', 'scrollable-region-focusable'];
/** The phone project of playwright.config.ts. */
const phoneProject = 'phone';

/** Soft assertions: the test continues after a failure. */
const softly = expect.configure({ soft: true });

/** Axe's violations of WCAG 2.2 AA, or of some rules, in the elements that match the selector `within`. */
async function findViolations(page: Page, within: string, rules?: string[]) {
  const options: RunOptions = {
    runOnly: rules === undefined ? guidelines : { type: 'rule', values: rules },
    resultTypes: ['violations'],
    // None of these rules needs preloaded style sheets, and there are no frames.
    preload: false,
    iframes: false,
  };
  // Axe is injected only once per page, because that takes as long as a check.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ include: ${JSON.stringify(within)} }, ${JSON.stringify(options)})`,
  );
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
}

/** Expects no violations, softly. `subject` names what is checked. */
export async function expectNoViolations(
  page: Page,
  subject: string,
  { within = 'body', rules }: { within?: string; rules?: string[] } = {},
): Promise<void> {
  // Polls, because the page may still be changing its layout.
  await softly.poll(() => findViolations(page, within, rules), { message: subject }).toEqual([]);
}

/** The page's horizontal overflow in px. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );

async function expectNoOverflow(page: Page, subject: string): Promise<void> {
  await softly
    .poll(() => horizontalOverflow(page), { message: `${subject} overflows the page` })
    .toBe(0);
}

/**
 * Checks a page for accessibility, and for horizontal overflow: in the light theme, and in the dark
 * theme at 320 px. The second check is limited to the rules that depend on theme and width if the
 * layout is the same in a narrow window. If a test runs in both projects, only the wide one makes the checks.
 */
export async function expectAccessible(
  page: Page,
  subject: string,
  within = 'body',
): Promise<void> {
  await expectNoOverflow(page, subject);
  const { project, tags } = test.info();
  if (project.name === phoneProject) return;
  // On a scrolled page, the navigation at the top may cover half of an element.
  await page.evaluate('window.scrollTo(0, 0)');
  await expectNoViolations(page, `${subject}, light`, { within });
  const originalSize = page.viewportSize() ?? { width: 1440, height: 900 };
  const hasOneLayout = originalSize.width < 640 || tags.includes(oneLayout.tag);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ ...originalSize, width: 320 });
  await expectNoOverflow(page, `${subject} at 320 px`);
  await expectNoViolations(page, `${subject}, dark at 320 px`, {
    within,
    ...(hasOneLayout && { rules: [...colorRules, ...sizeRules] }),
  });
  await page.setViewportSize(originalSize);
  await page.emulateMedia({ colorScheme: 'light' });
}
