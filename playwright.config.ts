import { defineConfig } from '@playwright/test';
import { oidcProviders } from './tests/support/oidc/oidc-client.ts';
import { appUrl, oidcUrl, ports } from './tests/support/processes/e2e-addresses.ts';
import { chromiumFlags, findChromium } from './tools/chromium.ts';
import { generousConcurrencyLimits, generousLimits } from './tools/product/generous-limits.ts';

const reportFile = process.env.E2E_REPORT;

/** Run the GPU and network services in-process, which saves a twelfth of the time. */
const singleProcessFlags = [
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess,NetworkServiceInProcess2',
];

/** Journeys in a real browser through the whole product, which runs as with `npm start`. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // For two cores: one of three pages is always waiting.
  workers: 3,
  forbidOnly: true,
  // CI machines may be busy. `npm test` reports the tests that passed only on retry.
  retries: process.env.CI ? 1 : 0,
  // Only to stop hanging tests: a busy machine takes many times longer than an idle one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: reportFile === undefined ? 'list' : [['list'], ['json', { outputFile: reportFile }]],
  use: {
    baseURL: appUrl,
    // A worker reuses its browser context, cleared between tests, and with it compiled code.
    reuseContext: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Traces make every test a quarter slower. `npx playwright test --trace on <file>` records one.
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
        // Without animations, elements are never half faded and presses don't wait. The phone project
        // covers animations.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'phone',
      // Skips tests whose subject is the same at every width, or that check both widths themselves, to
      // save time. Each screen has one journey here.
      testIgnore: [
        /(entry(-\w+)?|recover-account|verify-email|linking|demo|new-version|late-response)\.test\.ts/,
        /(accessibility(-\w+)?|item-notices|palette|subscription|transaction-pages|worked-example)\.test\.ts/,
      ],
      grepInvert: /@one-layout/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  globalSetup: './tests/e2e/support/shared-people.ts',
  webServer: [
    {
      // `exec` replaces the shell, so that the product always ends together with Playwright.
      command: `exec "${process.execPath}" tools/start.ts --throwaway`,
      // Playwright stores the folder in the environment variable E2E_DATA_DIR.
      wait: { stdout: /Temporary data: (?<e2e_data_dir>\S+)[\s\S]*Cairn is ready/ },
      timeout: 180_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      env: {
        PORT: ports.appPort,
        SANDBOX_PORT: ports.sandboxPort,
        SMTP_PORT: ports.smtpPort,
        RATE_LIMITS: generousLimits,
        CONCURRENCY_LIMITS: generousConcurrencyLimits,
        OIDC_PROVIDERS: oidcProviders({ example: { url: oidcUrl, label: 'Example Login' } }),
      },
    },
    {
      command: `exec "${process.execPath}" tests/support/oidc/run-oidc-server.ts ${ports.oidcPort} ${appUrl}/oidc/cb/example`,
      url: `${oidcUrl}/.well-known/openid-configuration`,
      timeout: 180_000,
    },
  ],
});
