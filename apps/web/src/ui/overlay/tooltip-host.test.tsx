import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { IconButton } from '../button.tsx';
import { TooltipHost } from './tooltip-host.tsx';

const tooltip = () => page.getByRole('tooltip', { includeHidden: true });

const renderWithTooltips = (element: React.ReactNode) =>
  render(
    <>
      {element}
      <p>Elsewhere</p>
      <TooltipHost />
    </>,
  );

test('an icon button shows its label on hover and hides it when the pointer leaves', async () => {
  await renderWithTooltips(<IconButton label="Find anything">?</IconButton>);
  await page.getByRole('button').hover();
  await expect.element(tooltip()).toHaveTextContent('Find anything');
  await page.getByText('Elsewhere').hover();
  await expect.element(tooltip()).not.toBeInTheDocument();
});

test('an icon button shows its label on keyboard focus until Escape', async () => {
  await renderWithTooltips(<IconButton label="Find anything">?</IconButton>);
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip()).toHaveTextContent('Find anything');
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip()).not.toBeInTheDocument();
});

test('truncated text shows in full on hover, and on focus of the link around it', async () => {
  await renderWithTooltips(
    <a href="#account" className="block w-20">
      <span className="block truncate">Everyday Checking of the Harbor Savings Bank</span>
    </a>,
  );
  await page.getByText(/^Everyday/).hover();
  await expect.element(tooltip()).toHaveTextContent('Everyday Checking of the Harbor Savings Bank');
  await page.getByText('Elsewhere').hover();
  await expect.element(tooltip()).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip()).toHaveTextContent('Everyday Checking of the Harbor Savings Bank');
});

test('text that fits has no tooltip', async () => {
  await renderWithTooltips(
    <>
      <span className="block w-60 truncate">Checking</span>
      <span className="block w-8 truncate">Rainy Day Savings</span>
    </>,
  );
  await page.getByText('Checking').hover();
  // If there were a tooltip, it would be shown before the next tooltip.
  await page.getByText('Rainy Day Savings').hover();
  await expect.element(tooltip()).toHaveTextContent('Rainy Day Savings');
});

test('a tooltip stays within the window', async () => {
  await renderWithTooltips(
    <IconButton
      label="A label that is much wider than its button"
      className="absolute right-0 bottom-0"
    >
      ?
    </IconButton>,
  );
  await page.getByRole('button').hover();
  await expect.element(tooltip()).toBeVisible();
  const { left, right, top, bottom } = tooltip().element().getBoundingClientRect();
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth);
  expect(bottom).toBeLessThanOrEqual(document.documentElement.clientHeight);
});
