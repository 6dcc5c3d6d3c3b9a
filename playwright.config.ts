import { defineConfig } from '@playwright/test';
import { appUrl, ports } from './tests/support/e2e-addresses.ts';
import { chromiumFlags, findChromium } from './tools/chromium.ts';
import { generousLimits } from './tools/product/generous-limits.ts';

const report = process.env.E2E_REPORT;

/** Runs the GPU and network services in the browser process, which saves a twelfth of the time. */
const singleProcessFlags = [
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess,NetworkServiceInProcess2',
];

/** Journeys in a real browser through the complete app, started as `npm start` starts it. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A small machine has two cores, and one of the pages usually waits.
  workers: 3,
  forbidOnly: true,
  // CI machines may be busy. `npm test` reports how many tests passed only on the second attempt.
  retries: process.env.CI ? 1 : 0,
  // Long enough for a busy machine; these limits only end tests that hang.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  use: {
    baseURL: appUrl,
    // A worker reuses its browser context, cleared between tests, so that code is compiled only once.
    reuseContext: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Traces make tests a quarter slower. To record one: `npx playwright test --trace on <file>`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [...chromiumFlags, ...singleProcessFlags],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: {
        viewport: { width: 1440, height: 900 },
        // Without animations, clicks don't wait for moving elements. The phone project keeps them.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'phone',
      // Saves time: journeys that are the same at every width, or that check both widths themselves, run only
      // on desktop. Each screen has one journey here.
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
    // `exec` replaces the shell, so that Cairn is our child process and ends when we do.
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
