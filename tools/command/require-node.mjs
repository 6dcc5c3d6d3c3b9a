/** The oldest Node.js that can install and start Cairn, which then runs on the Node.js it installs. */
export const minimumNode = '20.19.0';

/**
 * Prints an error and sets the exit code if this Node.js is too old. Old versions must be able to
 * parse this file, so it uses no newer syntax.
 * @param {string} version such as `20.19.4`
 * @returns {boolean} true if this Node.js is new enough
 */
export function requireNode(version) {
  if (isAtLeast(version, minimumNode)) return true;
  console.error(
    `Cairn needs Node.js ${minimumNode} or newer, and this is ${version}. ` +
      'Get a newer one from https://nodejs.org and try again.',
  );
  process.exitCode = 1;
  return false;
}

/**
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const actual = version.split('.').map(Number);
  const required = minimum.split('.').map(Number);
  for (let part = 0; part < 3; part += 1) {
    const difference = (actual[part] || 0) - (required[part] || 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
