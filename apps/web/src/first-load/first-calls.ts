import { paths } from '../paths.ts';
import type { FirstCall } from '../platform/api/first-responses.ts';

/** The calls that every screen makes as soon as it is shown, also for signed-out visitors. */
export const publicCalls: readonly FirstCall[] = [['GET /config']];

/** The calls that the frame makes for every signed-in user. */
export const userCalls: readonly FirstCall[] = [['GET /user/me']];

/**
 * The calls about financial data that the frame and the screen at a path make as soon as they are shown.
 * A screen that is missing here makes its calls once its code is loaded. tests/e2e/frame/first-load.test.ts
 * checks that the screens make these calls.
 */
export const financialCalls = (path: string): readonly FirstCall[] => [
  // First, so that a sync which finishes during the other calls is noticed.
  ['GET /user/sync'],
  ...(callsByScreen[path] ?? []),
];

const callsByScreen: Readonly<Record<string, readonly FirstCall[]>> = {
  [paths.dashboard]: [
    ['POST /user/accounts/grouped', { body: {} }],
    ['GET /user/currentspending'],
    ['GET /user/transactions/recent'],
    ['GET /institutions'],
    ['GET /user/networth/history', { query: { range: '3M' } }],
  ],
  [paths.transactions]: [
    ['POST /user/transactions/v2', { body: {} }],
    ['POST /user/transactions/summary', { body: {} }],
    ['GET /user/accounts'],
  ],
};
