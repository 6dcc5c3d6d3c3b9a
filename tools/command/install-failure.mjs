/** Patterns in npm's output, and the advice for each. The first match is used. */
const knownFailures = /** @type {[RegExp, string][]} */ ([
  [/ENOSPC|no space left on device/i, 'The disk is full. Free 2 GB and try again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network/,
    "The package registry can't be reached: are you online? Behind a proxy, set HTTPS_PROXY. " +
      'Once installed, no network is needed.',
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_/,
    "The package registry's certificate is not trusted. Set NODE_EXTRA_CA_CERTS to your network's certificate.",
  ],
  [
    /EACCES|EPERM|EROFS/,
    "You don't have permission to write to this folder. Change its owner, or start as its owner.",
  ],
  [
    /EUSAGE|in sync/,
    'package.json and package-lock.json do not match. Run `npm install` and try again.',
  ],
  [
    /E401|E403/,
    'The package registry denied access. Check the registry and its credentials in .npmrc.',
  ],
]);

/**
 * @param {string} output npm's output
 * @returns {string} the last lines of the output, then one line of advice
 */
export function explainInstallFailure(output) {
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/A complete log of this run/.test(line));
  const match = knownFailures.find(([pattern]) => pattern.test(output));
  const advice = match?.[1] ?? 'Installing the packages failed, see above. Try again with: npm ci';
  return [...lines.slice(-8), '', advice].join('\n');
}
