import { createServer } from 'node:net';

/**
 * @typedef {{ variable: string, fallback: number, host: string }} WantedPort
 */

/**
 * Ports above 1023 that every browser, and Node's own fetch, refuses to open (the Fetch standard's
 * 'bad ports'): a server there answers nobody.
 */
const refusedByBrowsers = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

/**
 * The ports that a start listens on.
 * @param {Record<string, string>} environment
 * @param {boolean} withSandbox
 * @returns {WantedPort[]}
 */
export function wantedPorts(environment, withSandbox) {
  const host = environment.HOST ?? '127.0.0.1';
  const ports = [{ variable: 'PORT', fallback: 3000, host }];
  if (withSandbox) {
    ports.push({ variable: 'SANDBOX_PORT', fallback: 3001, host: '127.0.0.1' });
    ports.push({ variable: 'SMTP_PORT', fallback: 3025, host: '127.0.0.1' });
  }
  return ports;
}

/**
 * Finds what is wrong with the ports before anything slow is started.
 * @param {WantedPort[]} wanted
 * @param {Record<string, string>} environment
 * @param {string} command as typed after `npm`
 * @returns {Promise<string[]>} one sentence for each port that can't be had
 */
export async function portProblems(wanted, environment, command) {
  const problems = [];
  /** @type {Map<number, string>} */
  const seen = new Map();
  for (const { variable, fallback, host } of wanted) {
    const port = Number(environment[variable] ?? fallback);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      problems.push(
        `${variable} must be a port number (1 to 65535), not '${environment[variable]}'.`,
      );
      continue;
    }
    if (refusedByBrowsers.has(port) && variable !== 'SMTP_PORT') {
      problems.push(`Browsers refuse to open port ${port}. Give ${variable} another number.`);
      continue;
    }
    const other = seen.get(port);
    seen.set(port, variable);
    if (other !== undefined) {
      problems.push(`${variable} and ${other} are both ${port}. Give ${variable} another number.`);
      continue;
    }
    const refusal = await refusalOf(port, host);
    if (refusal === 'EADDRINUSE') {
      const free = await freePortAfter(port, host, seen);
      problems.push(
        `Port ${port} is taken, maybe by another copy of Cairn. ` +
          `Choose another with ${variable}, for example: ${variable}=${free} npm ${command}`,
      );
    } else if (refusal === 'EACCES') {
      problems.push(`Port ${port} (${variable}) is not for ordinary users. Take one above 1023.`);
    } else if (refusal !== null) {
      problems.push(`Can't listen on ${host}, port ${port} (${variable}): ${refusal}.`);
    }
  }
  return problems;
}

/**
 * @param {number} port
 * @param {string} host
 * @param {Map<number, string>} avoid
 */
async function freePortAfter(port, host, avoid) {
  for (let next = port + 100; next < 65_536; next += 100) {
    if (!avoid.has(next) && (await refusalOf(next, host)) === null) return next;
  }
  return 0;
}

/**
 * Why a port can't be listened on, or null when it can. A browser may take `localhost` for `::1`,
 * so somebody else's server there counts as well, when we listen on 127.0.0.1.
 * @param {number} port
 * @param {string} host
 */
async function refusalOf(port, host) {
  const refusal = await tryToListen(port, host);
  if (refusal !== null || host !== '127.0.0.1') return refusal;
  return (await tryToListen(port, '::1')) === 'EADDRINUSE' ? 'EADDRINUSE' : null;
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>} the system's error code
 */
function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? error.message),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
