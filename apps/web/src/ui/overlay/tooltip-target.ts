/** An element and the text of its tooltip. */
export interface TooltipTarget {
  readonly element: Element;
  readonly text: string;
}

/** Elements that truncate their text if it doesn't fit. */
const truncating = '.truncate, [class*="line-clamp"]';

/** The tooltip of an element or of an element around it: the `data-tooltip`, or the text if that is truncated. */
export function findTooltip(element: Element): TooltipTarget | null {
  const described = element.closest('[data-tooltip]');
  const text = described?.getAttribute('data-tooltip') ?? '';
  if (described && text !== '') return { element: described, text };
  const container = element.closest(truncating);
  return container && isTruncated(container)
    ? { element: container, text: textOf(container) }
    : null;
}

/** The tooltip at a point. A link may cover the texts of the row that it opens. */
export function findTooltipAt(target: Element, x: number, y: number): TooltipTarget | null {
  const found = findTooltip(target);
  if (found || !target.matches('a, button')) return found;
  const row = target.closest('tr, li') ?? target;
  const covered = document
    .elementsFromPoint(x, y)
    .find(
      (element) => row.contains(element) && element.matches(truncating) && isTruncated(element),
    );
  return covered ? { element: covered, text: textOf(covered) } : null;
}

/** The tooltip of a focused element, or all truncated texts inside it or of the row that it covers. */
export function findTooltipOnFocus(focused: Element): TooltipTarget | null {
  const found = findTooltip(focused);
  if (found || !focused.matches('a, button')) return found;
  const row = focused.closest('tr, li') ?? focused;
  const [first, ...others] = [...row.querySelectorAll(truncating)].filter(isTruncated);
  if (!first) return null;
  return { element: first, text: [first, ...others].map(textOf).join('\n') };
}

/** True if an element's text does not fit. */
const isTruncated = (element: Element): boolean =>
  element.matches('.truncate')
    ? element.scrollWidth > element.clientWidth
    : element.scrollHeight > element.clientHeight;

const textOf = (element: Element): string => element.textContent?.trim() ?? '';
