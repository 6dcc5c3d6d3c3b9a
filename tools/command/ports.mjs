import { createServer } from 'node:net';

/**
 * @typedef {{ variable: string, fallback: number, host: string }} PortSetting
 */

/**
 * Ports above 1023 that browsers and Node's fetch refuse to connect to: the Fetch standard's "bad
 * ports" (https://fetch.spec.whatwg.org/#port-blocking).
 */
const blockedByBrowsers = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

/**
 * The ports that Cairn listens on.
 * @param {Record<string, string>} environment
 * @param {boolean} usesSandbox
 * @returns {PortSetting[]}
 */
export function portsToListenOn(environment, usesSandbox) {
  const host = environment.HOST ?? '127.0.0.1';
  const ports = [{ variable: 'PORT', fallback: 3000, host }];
  if (usesSandbox) {
    ports.push({ variable: 'SANDBOX_PORT', fallback: 3001, host: '127.0.0.1' });
    ports.push({ variable: 'SMTP_PORT', fallback: 3025, host: '127.0.0.1' });
  }
  return ports;
}

/**
 * Checks the ports before anything slow starts.
 * @param {PortSetting[]} ports
 * @param {Record<string, string>} environment
 * @param {string} command as typed after `npm`
 * @returns {Promise<string[]>} one sentence per port that can't be used
 */
export async function findPortProblems(ports, environment, command) {
  const problems = [];
  /** @type {Map<number, string>} */
  const variableByPort = new Map();
  for (const { variable, fallback, host } of ports) {
    const port = Number(environment[variable] ?? fallback);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      problems.push(
        `${variable} must be a port number (1 to 65535), not '${environment[variable]}'.`,
      );
      continue;
    }
    if (blockedByBrowsers.has(port) && variable !== 'SMTP_PORT') {
      problems.push(`Browsers refuse to open port ${port}. Set ${variable} to another number.`);
      continue;
    }
    const other = variableByPort.get(port);
    variableByPort.set(port, variable);
    if (other !== undefined) {
      problems.push(
        `${variable} and ${other} are both ${port}. Set ${variable} to another number.`,
      );
      continue;
    }
    const error = await findListenError(port, host);
    if (error === 'EADDRINUSE') {
      const free = await findFreePortAfter(port, host, variableByPort);
      problems.push(
        `Port ${port} is already in use, maybe by another copy of Cairn. ` +
          `Choose another with ${variable}, for example: ${variable}=${free} npm ${command}`,
      );
    } else if (error === 'EACCES') {
      problems.push(
        `Port ${port} (${variable}) needs administrator rights. Use a number above 1023.`,
      );
    } else if (error !== null) {
      problems.push(`Can't listen on ${host}, port ${port} (${variable}): ${error}.`);
    }
  }
  return problems;
}

/**
 * @param {number} port
 * @param {string} host
 * @param {Map<number, string>} excluded
 */
async function findFreePortAfter(port, host, excluded) {
  for (let candidate = port + 100; candidate < 65_536; candidate += 100) {
    if (!excluded.has(candidate) && (await findListenError(candidate, host)) === null) {
      return candidate;
    }
  }
  return 0;
}

/**
 * Why a port can't be listened on: the system's error code, or null if it can. Browsers may resolve
 * `localhost` to `::1`. So if the host is 127.0.0.1, the port must be free on `::1` too.
 * @param {number} port
 * @param {string} host
 */
async function findListenError(port, host) {
  const error = await tryListen(port, host);
  if (error !== null || host !== '127.0.0.1') return error;
  return (await tryListen(port, '::1')) === 'EADDRINUSE' ? 'EADDRINUSE' : null;
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>} the system's error code
 */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? error.message),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
