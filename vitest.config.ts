import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import webConfig from './apps/web/vite.config.ts';
import { chromiumFlags, findChromium } from './tools/chromium.ts';

// One seed for the whole run, printed at its start. `TEST_SEED=… npm test` reproduces it.
const requestedSeed = Number(process.env.TEST_SEED || Number.NaN);
const seed = Number.isInteger(requestedSeed) ? requestedSeed : Math.floor(Math.random() * 2 ** 31);
process.env.TEST_SEED = String(seed);

// Test files that run in one worker share loaded modules, which halves their run time. So no test may mock
// a module or change a global permanently.
const sharedModules = { isolate: false };

const withDatabase = {
  globalSetup: ['tests/support/database/shared-database.ts'],
  // Long enough for a busy machine, and for a cluster; these limits only end tests that hang.
  testTimeout: process.env.TEST_CLUSTER_URL ? 300_000 : 90_000,
  hookTimeout: process.env.TEST_CLUSTER_URL ? 300_000 : 90_000,
  // CI machines may be busy. The runner marks tests that pass only on the second attempt.
  retry: process.env.CI ? 1 : 0,
};

const chromium = findChromium();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...sharedModules,
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/*.integration.test.ts',
            '**/browser/**',
            'tools/conventions/**',
          ],
          setupFiles: ['tests/support/seed.ts'],
          env: { TEST_SEED: String(seed) },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['apps/**/browser/**/*.test.ts'],
          testTimeout: 120_000,
          maxWorkers: 2,
          // A browser on a busy machine is slow.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        plugins: [react(), tailwindcss()],
        // The constants that the app's build defines.
        define: webConfig.define ?? {},
        // Bundled once up front: a dependency discovered later would reload the page during a test.
        optimizeDeps: {
          include: [
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'react-router',
            'react-router/dom',
            'vitest-browser-react',
            '@tanstack/react-query',
            ...['combobox', 'dialog', 'menu', 'select', 'switch', 'tabs', 'toast'].map(
              (component) => `@base-ui/react/${component}`,
            ),
            ...['curve', 'event', 'shape'].map((part) => `@visx/${part}`),
            '@zxcvbn-ts/core',
            '@zxcvbn-ts/language-common',
            '@zxcvbn-ts/language-en',
            'lucide-react',
            'typebox',
          ],
        },
        test: {
          name: 'components',
          ...sharedModules,
          include: ['apps/web/src/**/*.test.tsx'],
          setupFiles: ['apps/web/src/testing/component-setup.ts'],
          testTimeout: 30_000,
          retry: process.env.CI ? 1 : 0,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium !== null && { executablePath: chromium }),
                args: chromiumFlags,
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      ...[
        { name: 'integration', include: ['apps/server/**/*.integration.test.ts'] },
        {
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          exclude: ['tests/security/timing.test.ts'],
          maxWorkers: 2,
        },
        // Measures time, so it runs alone, after the other security tests.
        {
          name: 'timing',
          include: ['tests/security/timing.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
        // These tests mostly wait for killed processes to restart.
        { name: 'faults', include: ['tests/faults/**/*.test.ts'], maxWorkers: 4 },
        // Too long for `npm test`: `npm run test:machines`. Each starts several servers and databases, so they run alone.
        { name: 'machines', include: ['tests/machines/**/*.test.ts'], maxWorkers: 1 },
        // Run by `npm run test:distributed`, after the other suites.
        { name: 'distributed', include: ['tests/distributed/**/*.test.ts'] },
      ].map((suite) => ({
        test: {
          ...suite,
          ...sharedModules,
          ...withDatabase,
          setupFiles: [
            'tests/support/seed.ts',
            ...(process.env.RECORD_STATEMENTS
              ? ['tests/support/database/record-statements.ts']
              : []),
          ],
          env: { TEST_SEED: String(seed) },
          // A small machine has two cores, and one worker usually waits: for a provider that does not
          // respond, a job that is retried, or a process that starts.
          maxWorkers: suite.maxWorkers ?? 3,
        },
      })),
      {
        test: {
          name: 'conventions',
          include: ['tools/conventions/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
