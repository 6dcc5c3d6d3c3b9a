/** What the sandbox reads, and what processes need to run at all. */
const names = /^(SANDBOX_.*|SMTP_PORT|NODE_OPTIONS|PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_.*|TZ)$/;

/**
 * The variables that the sandbox gets: its own, and none of the server's, which include keys and passwords. The
 * sandbox's pages and mailbox are open to everyone on this machine.
 */
export const sandboxEnvironment = (
  environment: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => names.test(name)));
