import { Failure } from '../../../platform/problem.ts';
import { authCopy } from '../auth.copy.ts';

/** The failure of an emailed code that is unknown, used, expired, or another user's. */
export const expiredLink = (): Failure => new Failure('link_expired', authCopy.linkExpired);
