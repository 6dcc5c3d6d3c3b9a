/** What the sandbox is told from outside. Nothing else in the sandbox reads the environment. */
export interface SandboxSettings {
  /** Where HTTP listens, on 127.0.0.1; 0 takes a free port. */
  port: number;
  smtpPort: number;
  /** Lives and ids follow from it. */
  seed: number;
  /** An ISO day that stands still, or null for the real day in UTC. */
  today: string | null;
  /** The app's own origin: payment events go there, and the payment page returns there. */
  appUrl: string;
  /** Where linked items outlive a restart; null keeps them in memory only. */
  dataDir: string | null;
  /** End when stdin closes, so that nothing outlives the process that started it. */
  parentWatch: boolean;
}

/** The one pair of keys that every stand-in provider takes. */
export const SANDBOX_CLIENT_ID = 'sandbox-client';
export const SANDBOX_SECRET = 'sandbox-secret';

/** Reads the settings. Throws one Error that names every variable that is wrong. */
export function readSettings(env: Record<string, string | undefined>): SandboxSettings {
  const wrong: string[] = [];
  const given = (name: string) => (env[name] === '' ? undefined : env[name]);
  const wholeNumber = (name: string, fallback: number, largest: number) => {
    const value = Number(given(name) ?? fallback);
    if (Number.isInteger(value) && value >= 0 && value <= largest) return value;
    wrong.push(`${name} must be a whole number from 0 to ${largest}`);
    return fallback;
  };

  const today = given('SANDBOX_TODAY') ?? null;
  if (today !== null && !isDay(today)) {
    wrong.push('SANDBOX_TODAY must be a day such as 2026-11-21');
  }
  const appUrl = (given('APP_URL') ?? 'http://localhost:3000').replace(/\/+$/, '');
  if (!URL.canParse(appUrl)) wrong.push('APP_URL must be an address such as http://localhost:3000');

  const settings: SandboxSettings = {
    port: wholeNumber('SANDBOX_PORT', 3001, 65_535),
    smtpPort: wholeNumber('SMTP_PORT', 3025, 65_535),
    seed: wholeNumber('SANDBOX_SEED', 1, Number.MAX_SAFE_INTEGER),
    today,
    appUrl,
    dataDir: given('SANDBOX_DATA_DIR') ?? null,
    parentWatch: given('PARENT_WATCH') === '1',
  };
  if (wrong.length > 0) throw new Error(wrong.join('; '));
  return settings;
}

/** Whether a text is a calendar day that exists, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
