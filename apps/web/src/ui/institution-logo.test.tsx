import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { brandColors, InstitutionLogo } from './institution-logo.tsx';

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const brand = { name: 'Harbor Savings', logoUrl: png, color: '#0f766e' };

test('an institution is shown by its logo, else by its initial in its color, else by a bank icon', async () => {
  const { container, rerender } = await render(<InstitutionLogo brand={brand} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe(png);
  await rerender(<InstitutionLogo brand={{ ...brand, logoUrl: null }} />);
  expect(container.textContent).toBe('H');
  await rerender(<InstitutionLogo brand={{ ...brand, logoUrl: null, color: null }} />);
  expect(container.textContent).toBe('');
  expect(container.querySelector('svg')).not.toBeNull();
});

test('a logo that fails to load is replaced by the initial', async () => {
  const { container } = await render(
    <InstitutionLogo brand={{ ...brand, logoUrl: 'data:image/png;base64,broken' }} />,
  );
  await expect.poll(() => container.textContent).toBe('H');
});

/** The relative luminance (WCAG 2.2) of a CSS color on white, as the browser draws it. */
function luminance(color: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const colors = [
  '#000000',
  '#ffffff',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
  '#ff0000',
  '#808080',
  '#0f766e',
];

test.each(['light', 'dark'])(
  "text in any institution's color is readable in the %s theme",
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    for (const color of colors) {
      const { className, style } = brandColors(color);
      const { container, unmount } = await render(
        <div className={className} style={style}>
          <span className="bg-(--brand-tint) text-(--brand-ink)">H</span>
          <span className="bg-surface text-ink">H</span>
        </div>,
      );
      const [tinted, plain] = [...container.querySelectorAll('span')].map((span) =>
        getComputedStyle(span),
      );
      const ink = tinted?.color ?? '';
      expect(contrast(ink, tinted?.backgroundColor ?? ''), color).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ink, plain?.backgroundColor ?? ''), color).toBeGreaterThanOrEqual(4.5);
      // The heading of an institution's page is in the usual ink on the tint.
      expect(
        contrast(plain?.color ?? '', tinted?.backgroundColor ?? ''),
        color,
      ).toBeGreaterThanOrEqual(4.5);
      await unmount();
    }
    delete document.documentElement.dataset.theme;
  },
);
