import { defineConfig } from '@playwright/test';
import { appUrl, ports } from './tests/support/e2e-addresses.ts';
import { generousLimits } from './tools/product/generous-limits.ts';
import { chromiumFlags, findChromium } from './tools/chromium.ts';

const report = process.env.E2E_REPORT;

/** What draws and what asks the network have no processes of their own: a twelfth of the time. */
const inFewProcesses = [
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess,NetworkServiceInProcess2',
];

/** Journeys in a real browser through the whole product, started as `npm start` starts it. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two cores are what a small machine has, and there is always a page that waits.
  workers: 3,
  forbidOnly: true,
  // On a machine whose load is not ours to choose; `npm test` says which passed at the second try only.
  retries: process.env.CI ? 1 : 0,
  // Limits for what hangs: a machine that is busy takes many times what it takes alone.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  use: {
    baseURL: appUrl,
    // A worker keeps its window, emptied between two tests: what it has compiled need not be compiled again.
    reuseContext: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace costs every test a quarter more time: `npx playwright test --trace on <file>` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [...chromiumFlags, ...inFewProcesses],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: {
        viewport: { width: 1440, height: 900 },
        // Nothing is half faded when it is looked at, and no press waits for what moves. The phone's journeys
        // are with all that moves.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'phone',
      // What is the same at every width is walked once, to stay within the ten minutes of npm test, and so is
      // what looks at both widths by itself. Each screen has one journey here.
      testIgnore: [
        /(entry(-\w+)?|recover-account|verify-email|linking|demo|new-version|late-answer)\.test\.ts/,
        /(accessibility(-\w+)?|connections|palette|subscription|transaction-pages|worked-example)\.test\.ts/,
      ],
      grepInvert: /@one-layout/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  globalSetup: './tests/e2e/readers.ts',
  webServer: {
    // `exec`: no shell stands between us and the product, so it ends when we do, however we end.
    command: `exec "${process.execPath}" tools/start.ts --throwaway`,
    url: `${appUrl}/readyz`,
    timeout: 180_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: ports.appPort,
      SANDBOX_PORT: ports.sandboxPort,
      SMTP_PORT: ports.smtpPort,
      RATE_LIMITS: generousLimits,
    },
  },
});
