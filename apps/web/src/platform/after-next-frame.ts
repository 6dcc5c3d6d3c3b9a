/**
 * Runs `work` once the page has been drawn: what was pressed shows that at once, and what follows from it
 * comes after (https://web.dev/articles/optimize-inp).
 */
export function afterNextFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
