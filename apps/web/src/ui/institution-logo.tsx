import { Landmark } from 'lucide-react';
import type { CSSProperties } from 'react';
import { BrandLogo, logoSizeClass } from './brand-logo.tsx';
import { classNames } from './class-names.ts';

/** How an institution presents itself. `color` is `#rrggbb`. */
export interface InstitutionBrand {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly color: string | null;
}

type Size = Parameters<typeof logoSizeClass>[0];

const initialSizes: Record<Size, string> = {
  small: 'text-xs',
  medium: 'text-base',
  large: 'text-2xl',
};
const iconSizes: Record<Size, string> = { small: 'size-3.5', medium: 'size-4.5', large: 'size-7' };

/**
 * The classes and style of an element that uses an institution's color: `--brand-ink` is readable on every surface,
 * `--brand-tint` is a background for it (`tokens.css`). Without a color, both are neutral.
 */
export const brandColors = (
  color: string | null,
): { className: string; style: CSSProperties | undefined } => ({
  className: 'branded',
  // A custom property, which React's type doesn't know.
  style: color === null ? undefined : ({ '--brand': color } as CSSProperties),
});

/**
 * An institution's logo. Without a logo, the institution's initial in its color; without a color too, an icon.
 * Decorative: the name is beside it.
 */
export function InstitutionLogo({
  brand: { name, logoUrl, color },
  size = 'medium',
}: {
  brand: InstitutionBrand;
  size?: Size;
}) {
  const initial = /[\p{L}\p{N}]/u.exec(name)?.[0];
  const { className, style } = brandColors(color);
  const fallback = (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center font-semibold',
        logoSizeClass(size),
        initialSizes[size],
        color === null
          ? 'bg-accent-soft text-accent'
          : classNames(className, 'bg-(--brand-tint) text-(--brand-ink)'),
      )}
      style={style}
    >
      {color === null || initial === undefined ? (
        <Landmark className={iconSizes[size]} strokeWidth={1.75} />
      ) : (
        initial.toLocaleUpperCase()
      )}
    </span>
  );
  return <BrandLogo src={logoUrl} size={size} fallback={fallback} />;
}
