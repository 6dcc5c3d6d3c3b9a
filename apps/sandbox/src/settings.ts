/** The sandbox's settings. Nothing else in the sandbox reads the environment. */
export interface SandboxSettings {
  /** The HTTP port on 127.0.0.1. 0 selects a free port. */
  port: number;
  smtpPort: number;
  /** The seed of generated data and IDs. */
  seed: number;
  /** A fixed day as an ISO date, or null for the current day in each person's time zone. */
  today: string | null;
  /** The app's origin. Payment events are sent there, and the payment page returns there. */
  appUrl: string;
  /** The folder of the state file. Null keeps the state in memory only. */
  dataDir: string | null;
  /** Exit when stdin closes, so that the sandbox does not outlive its parent process. */
  parentWatch: boolean;
}

/** The key pair that every provider accepts. */
export const SANDBOX_CLIENT_ID = 'sandbox-client';
export const SANDBOX_SECRET = 'sandbox-secret';

/** Reads the settings. Throws one Error that lists every invalid variable. */
export function readSettings(env: Record<string, string | undefined>): SandboxSettings {
  const problems: string[] = [];
  const read = (name: string) => (env[name] === '' ? undefined : env[name]);
  const wholeNumber = (name: string, fallback: number, max: number) => {
    const value = Number(read(name) ?? fallback);
    if (Number.isInteger(value) && value >= 0 && value <= max) return value;
    problems.push(`${name} must be a whole number from 0 to ${max}`);
    return fallback;
  };

  const today = read('SANDBOX_TODAY') ?? null;
  if (today !== null && !isDay(today)) {
    problems.push('SANDBOX_TODAY must be a date such as 2026-11-21');
  }
  const appUrl = (read('APP_URL') ?? 'http://localhost:3000').replace(/\/+$/, '');
  if (!URL.canParse(appUrl)) problems.push('APP_URL must be a URL such as http://localhost:3000');

  const settings: SandboxSettings = {
    port: wholeNumber('SANDBOX_PORT', 3001, 65_535),
    smtpPort: wholeNumber('SMTP_PORT', 3025, 65_535),
    seed: wholeNumber('SANDBOX_SEED', 1, Number.MAX_SAFE_INTEGER),
    today,
    appUrl,
    dataDir: read('SANDBOX_DATA_DIR') ?? null,
    parentWatch: read('PARENT_WATCH') === '1',
  };
  if (problems.length > 0) throw new Error(problems.join('; '));
  return settings;
}

/** True for a valid calendar date in the format YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
