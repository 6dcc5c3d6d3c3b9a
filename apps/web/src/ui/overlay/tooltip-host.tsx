import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  findTooltip,
  findTooltipAt,
  findTooltipOnFocus,
  type TooltipTarget,
} from './tooltip-target.ts';

/** Milliseconds until a tooltip appears, and until it disappears, so that the pointer can reach it. */
const showDelay = 300;
const hideDelay = 120;
/** Pixels between the element and its tooltip, and between the tooltip and the window's edge. */
const gap = 6;
const margin = 8;

/**
 * Shows the tooltips of the whole page: of elements with `data-tooltip`, and of truncated text, in
 * full. They appear on hover and on keyboard focus, and on touch after a tap on truncated text that is
 * not part of a control. Escape, scrolling, and a press hide them. Screen readers don't need them: the
 * text is in the element or its label.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<TooltipTarget | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => followPointerAndFocus(setShown, popup), []);
  useLayoutEffect(() => {
    if (shown && popup.current) place(popup.current, shown.element.getBoundingClientRect());
  }, [shown]);
  if (!shown) return null;
  // The tooltip is at the end of the body, so that it is above dialogs.
  return createPortal(
    <div
      ref={popup}
      role="tooltip"
      aria-hidden="true"
      className="fixed top-0 left-0 w-max max-w-72 animate-[appear_150ms_var(--ease-out)] rounded-md bg-ink px-2.5 py-1.5 text-xs whitespace-pre-line wrap-anywhere text-canvas shadow-float"
    >
      {shown.text}
    </div>,
    document.body,
  );
}

/** Places the tooltip below the element, or above it if it fits only there. */
function place(popup: HTMLElement, anchor: DOMRect): void {
  const { width, height } = popup.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const centered = anchor.left + (anchor.width - width) / 2;
  const left = Math.max(margin, Math.min(centered, clientWidth - width - margin));
  const below = anchor.bottom + gap;
  const isBelow = below + height + margin <= clientHeight || anchor.top < height + gap + margin;
  popup.style.translate = `${left}px ${isBelow ? below : anchor.top - gap - height}px`;
}

/** Calls `show` with the tooltip to show, or null. Returns the function that removes the listeners. */
function followPointerAndFocus(
  show: (target: TooltipTarget | null) => void,
  popup: { readonly current: HTMLElement | null },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The element whose tooltip is shown or about to be, or the tooltip itself. */
  let current: Element | null = null;
  const schedule = (target: TooltipTarget | null, delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(target), delay);
  };
  /** Hides the tooltip. It does not come back before the pointer has left its element. */
  const dismiss = () => schedule(null, 0);
  const hide = () => {
    current = null;
    dismiss();
  };
  const onPointerMove = ({ target, pointerType, clientX, clientY }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    // The tooltip stays while the pointer is on it.
    if (popup.current?.contains(target)) {
      current = popup.current;
      return clearTimeout(timer);
    }
    const found = findTooltipAt(target, clientX, clientY);
    const element = found?.element ?? null;
    if (element === current) return;
    current = element;
    schedule(found, found ? showDelay : hideDelay);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element && target.matches(':focus-visible'))) return;
    const found = findTooltipOnFocus(target);
    current = found?.element ?? null;
    schedule(found, showDelay);
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    if (!(event instanceof PointerEvent && event.pointerType === 'touch')) return;
    if (target instanceof Element && !target.closest('a, button, label, input, [role]'))
      schedule(findTooltip(target), 0);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') dismiss();
  };
  const listeners = new AbortController();
  const options = { signal: listeners.signal, capture: true, passive: true };
  document.addEventListener('pointermove', onPointerMove, options);
  document.documentElement.addEventListener('pointerleave', hide, options);
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', dismiss, options);
  document.addEventListener('click', onClick, options);
  document.addEventListener('keydown', onKeyDown, options);
  document.addEventListener('scroll', hide, options);
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}
