import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';

/** Structured logs: one JSON object a line, time in UTC, secrets redacted. */
export type Logger = PinoLogger;

const secrets = [
  'authorization',
  'cookie',
  'password',
  'access_token',
  'public_token',
  'credential',
  'id_token',
  'refresh_token',
  'secret',
];

/**
 * Opens the log. Line breaks are escaped because every line is JSON. The paths cover headers and the
 * SDKs' error objects, which carry keys and request bodies in clear.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        ...secrets.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]),
        'err.config',
        'err.request',
        'err.response',
        'error.config',
        'error.request',
        'error.response',
      ],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
