import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';

const sizes = {
  small: 'size-6 rounded-md',
  medium: 'size-9 rounded-lg',
  large: 'size-14 rounded-2xl',
} as const;

/** The classes for a logo's size and rounded corners. The placeholder for a missing logo uses them too. */
export const logoSizeClass = (size: keyof typeof sizes): string => sizes[size];

/**
 * The logo of a merchant or bank. The logo is decorative, because the name is beside it. Without a logo, or if it
 * fails to load, the fallback is shown.
 */
export function BrandLogo({
  src,
  size = 'medium',
  fallback,
}: {
  src: string | null;
  size?: keyof typeof sizes;
  fallback: ReactNode;
}) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (src === null || src === failedSrc) return fallback;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={classNames(
        // Logos are designed for a white background, so their background is white in the dark theme too. The outline
        // is not a border, because the white would show in the rounded corners of a border.
        'shrink-0 bg-[white] object-contain outline-1 -outline-offset-1 outline-line',
        sizes[size],
      )}
    />
  );
}
