import { useTheme } from '../platform/browser/theme.ts';

/** The URLs of a picture's light and dark version, and their size in pixels. */
export interface PictureVersions {
  readonly light: string;
  readonly dark: string;
  readonly width: number;
  readonly height: number;
}

const phone = '(width < 40rem)';
const systemDark = '(prefers-color-scheme: dark)';

/**
 * A picture for the theme that is shown. `narrow` replaces it on phones. The sizes reserve the picture's space,
 * so that nothing moves when it loads.
 */
export function ThemedPicture({
  wide,
  narrow,
  alt,
  className,
}: {
  wide: PictureVersions;
  narrow: PictureVersions;
  alt: string;
  className?: string;
}) {
  const theme = useTheme();
  const { light, dark, ...size } = narrow;
  return (
    <picture>
      {theme === 'system' && (
        <source media={`${phone} and ${systemDark}`} srcSet={dark} {...size} />
      )}
      <source media={phone} srcSet={theme === 'dark' ? dark : light} {...size} />
      {theme === 'system' && <source media={systemDark} srcSet={wide.dark} />}
      <img
        src={theme === 'dark' ? wide.dark : wide.light}
        alt={alt}
        width={wide.width}
        height={wide.height}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
