import { useTheme } from '../platform/browser/theme.ts';

/** A picture with a light and a dark version, for the theme that is shown. */
export function ThemedPicture({
  light,
  dark,
  ...image
}: {
  /** URLs of the two versions, which have the same size. */
  light: string;
  dark: string;
  alt: string;
  /** Pixels. They reserve the picture's space, so that nothing moves when it loads. */
  width: number;
  height: number;
  className?: string;
}) {
  const theme = useTheme();
  return (
    <picture>
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      {/* biome-ignore lint/a11y/useAltText: `alt` is required by the props. */}
      <img src={theme === 'dark' ? dark : light} decoding="async" {...image} />
    </picture>
  );
}
