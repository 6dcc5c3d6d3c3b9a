/** An element and the text of its tooltip. */
export interface TooltipTarget {
  readonly element: Element;
  readonly text: string;
}

/**
 * The tooltip for an element: its `data-tooltip`, or its text if that is truncated, or the same of an
 * element around it. With `within`, also of the truncated texts inside it, as for a focused link.
 */
export function findTooltip(
  element: Element,
  { within = false }: { within?: boolean } = {},
): TooltipTarget | null {
  const described = element.closest('[data-tooltip]');
  const text = described?.getAttribute('data-tooltip') ?? '';
  if (described && text !== '') return { element: described, text };
  const around = element.closest('.truncate');
  if (around && isTruncated(around)) return { element: around, text: textOf(around) };
  if (!within) return null;
  const inside = [...element.querySelectorAll('.truncate')].filter(isTruncated);
  return inside[0] ? { element: inside[0], text: inside.map(textOf).join('\n') } : null;
}

/** True if an element's text does not fit on its line. */
const isTruncated = (element: Element): boolean => element.scrollWidth > element.clientWidth;

const textOf = (element: Element): string => element.textContent?.trim() ?? '';
