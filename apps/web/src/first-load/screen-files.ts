/** The files of a screen: its scripts, except the scripts that index.html loads for every screen. */
export interface ScreenFiles {
  /** The screen's path in the router, such as `/account/:accountId`. */
  readonly path: string;
  /** Whether signed-out visitors see the screen. */
  readonly isPublic: boolean;
  readonly files: readonly string[];
}

/**
 * The files of the screen at a path, matched as the router does. Empty if there is no such screen, or if it
 * is shown only to signed-in users and nobody is signed in.
 */
export function screenFilesAt(
  screens: readonly ScreenFiles[],
  pathname: string,
  isSignedIn: boolean,
): readonly string[] {
  const segments = pathSegments(pathname);
  const screen = screens.find(({ path }) => {
    const pattern = pathSegments(path);
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) => part.startsWith(':') || part === segments[index])
    );
  });
  return screen !== undefined && (screen.isPublic || isSignedIn) ? screen.files : [];
}

/** The router ignores letter case and a slash at the end. */
const pathSegments = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
