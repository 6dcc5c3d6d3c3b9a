/**
 * Runs `work` after the next paint, so that a press shows its effect at once and slow work follows
 * (https://web.dev/articles/optimize-inp).
 */
export function afterNextFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
