/**
 * What is wrong with a command's options, or null. An option that is not known is no option that may
 * be left out: whoever gave it expects something of it.
 * @param {string} command `start`, or another command's name as npm is given it
 * @param {readonly string[]} args
 * @param {readonly string[]} known
 */
export function optionProblem(command, args, known) {
  const unknown = args.filter((arg) => !known.includes(arg));
  if (unknown.length === 0) return null;
  const named = unknown.map((arg) => `'${arg}'`).join(', ');
  return `npm ${command} has no option ${named}. Its settings are environment variables: npm ${command} -- --help lists them.`;
}
