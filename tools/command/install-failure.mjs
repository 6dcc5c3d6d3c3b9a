/** What npm prints, and what helps. The first that fits is said. */
const causes = /** @type {[RegExp, string][]} */ ([
  [/ENOSPC|no space left on device/i, 'The disk is full. Free 2 GB and try again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network/,
    "The package registry can't be reached: are you online? Behind a proxy, set HTTPS_PROXY. " +
      'Once installed, no network is needed.',
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_/,
    "The registry's certificate is not trusted here. Set NODE_EXTRA_CA_CERTS to your network's certificate.",
  ],
  [
    /EACCES|EPERM|EROFS/,
    'This user may not write in this folder. Take the folder over, or start as its owner.',
  ],
  [
    /EUSAGE|in sync/,
    'package.json and package-lock.json do not fit together. Run `npm install` and try again.',
  ],
  [/E401|E403/, 'The package registry refuses you. Check the registry and its key in .npmrc.'],
]);

/**
 * @param {string} output what npm printed
 * @returns {string} its last lines, then one clear line of help
 */
export function explainInstallFailure(output) {
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/A complete log of this run/.test(line));
  const known = causes.find(([pattern]) => pattern.test(output));
  const help = known?.[1] ?? 'Installing the packages failed, see above. Try again with: npm ci';
  return [...lines.slice(-8), '', help].join('\n');
}
