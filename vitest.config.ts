import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './tools/chromium.ts';

// One seed for the whole run, printed at its start: `TEST_SEED=… npm test` repeats it.
const wanted = Number(process.env.TEST_SEED || Number.NaN);
const seed = Number.isInteger(wanted) ? wanted : Math.floor(Math.random() * 2 ** 31);
process.env.TEST_SEED = String(seed);

// The files of a worker share what they have loaded, which is half of their time. None may change it:
// no test mocks a module or sets a global for good.
const shared = { isolate: false };

const withDatabase = {
  globalSetup: ['tests/support/shared-database.ts'],
  // Limits for what hangs: a machine that is busy takes many times what it takes alone.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  // On a machine whose load is not ours to choose; the runner marks what passed at the second try only.
  retry: process.env.CI ? 1 : 0,
};

const chromium = findChromium();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/*.integration.test.ts',
            '**/browser/**',
            'tools/tidy/**',
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
          // A browser on a busy machine takes its time.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        plugins: [react(), tailwindcss()],
        // Bundled once up front: a dependency discovered later would reload the page under a running test.
        optimizeDeps: {
          include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', 'vitest-browser-react'],
        },
        test: {
          name: 'components',
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
        // It measures time: a third worker would be in its way.
        { name: 'security', include: ['tests/security/**/*.test.ts'], maxWorkers: 2 },
        // Most of what they do is wait for what was killed to come back.
        { name: 'faults', include: ['tests/faults/**/*.test.ts'], maxWorkers: 4 },
      ].map((suite) => ({
        test: {
          ...suite,
          ...shared,
          ...withDatabase,
          setupFiles: ['tests/support/seed.ts'],
          env: { TEST_SEED: String(seed) },
          // Two cores are what a small machine has, and there is always one that waits: for a provider that
          // does not answer, a job that is tried again, a process that starts.
          maxWorkers: suite.maxWorkers ?? 3,
        },
      })),
      {
        test: { name: 'tidy', include: ['tools/tidy/**/*.test.ts'], testTimeout: 60_000 },
      },
    ],
  },
});
