/** The oldest Node.js that can install and start the product; it then brings its own. */
export const oldestNode = '20.19.0';

/**
 * Says so and sets the exit code when this Node.js is too old. In syntax that old ones read, too.
 * @param {string} version such as `20.19.4`
 * @returns {boolean} whether to go on
 */
export function requireNode(version) {
  if (isAtLeast(version, oldestNode)) return true;
  console.error(
    `Cairn needs Node.js ${oldestNode} or newer, and this is ${version}. ` +
      'Get one from https://nodejs.org and try again.',
  );
  process.exitCode = 1;
  return false;
}

/**
 * @param {string} version
 * @param {string} least
 */
export function isAtLeast(version, least) {
  const have = version.split('.').map(Number);
  const want = least.split('.').map(Number);
  for (let part = 0; part < 3; part += 1) {
    const difference = (have[part] || 0) - (want[part] || 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
