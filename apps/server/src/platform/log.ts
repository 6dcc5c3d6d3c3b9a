import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import { createLogDestination } from './log-destination.ts';

/** Structured logs: one JSON object per line, times in UTC, secrets redacted. */
export type Logger = PinoLogger;

const secretNames = [
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
 * Creates the logger. JSON escapes line breaks. The redacted paths cover headers and the SDKs' error
 * objects, which contain keys and request bodies in plain text.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = createLogDestination(process.stdout.fd),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        ...secretNames.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]),
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
  return pino(options, destination);
}
