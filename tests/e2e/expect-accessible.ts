import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, oneLayout, test } from './journey.ts';

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What a theme can change, and what the width of the page can. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const ofSizes = ['target-size', 'scrollable-region-focusable'];
/** The run on a phone, see playwright.config.ts. */
const narrowRun = 'phone';

/** A test goes on after it, and a page that is still being laid out is looked at again. */
const softly = expect.configure({ soft: true });

/** What axe finds in what matches `within`: WCAG 2.2 AA as far as a machine can tell, or a few rules of it. */
async function findingsOn(page: Page, within: string, rules?: string[]) {
  const options: RunOptions = {
    runOnly: rules === undefined ? guidelines : { type: 'rule', values: rules },
    resultTypes: ['violations'],
    // Style sheets need not be read again for any of these rules, and nothing is in frames.
    preload: false,
    iframes: false,
  };
  // A page keeps axe for the next look at it, which is half of what a look takes.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ include: ${JSON.stringify(within)} }, ${JSON.stringify(options)})`,
  );
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
}

/** Nothing that axe finds; a test goes on after what it does find. */
export async function expectClean(
  page: Page,
  what: string,
  { within = 'body', rules }: { within?: string; rules?: string[] } = {},
): Promise<void> {
  await softly.poll(() => findingsOn(page, within, rules), { message: what }).toEqual([]);
}

/** How far the page sticks out to the side, in px. */
export const overhangOf = (page: Page) =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );

async function expectNoOverhang(page: Page, what: string): Promise<void> {
  await softly.poll(() => overhangOf(page), { message: `${what} sticks out to the side` }).toBe(0);
}

/**
 * In light by every rule, in dark at 320 px as well, or by those that theme and width can change where the
 * page is no other in a narrow window; and nothing that must be scrolled sideways. A test that runs at two
 * widths has both looked at in the wide run.
 */
export async function expectAccessible(page: Page, what: string, within = 'body'): Promise<void> {
  await expectNoOverhang(page, what);
  const { project, tags } = test.info();
  if (project.name === narrowRun) return;
  // Where a test has scrolled to, the navigation at the top may cover half of something.
  await page.evaluate('window.scrollTo(0, 0)');
  await expectClean(page, `${what}, light`, { within });
  const usual = page.viewportSize() ?? { width: 1440, height: 900 };
  const isAlike = usual.width < 640 || tags.includes(oneLayout.tag);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ ...usual, width: 320 });
  await expectNoOverhang(page, `${what} at 320 px`);
  await expectClean(page, `${what}, dark at 320 px`, {
    within,
    ...(isAlike && { rules: [...ofColours, ...ofSizes] }),
  });
  await page.setViewportSize(usual);
  await page.emulateMedia({ colorScheme: 'light' });
}
