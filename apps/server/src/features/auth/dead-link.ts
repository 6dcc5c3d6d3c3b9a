import { Failure } from '../../platform/problem.ts';

/** What a code of a mail is told that is unknown, used, past its end, or somebody else's. */
export const deadLink = (): Failure =>
  new Failure('link_expired', 'This link is invalid or has expired. Please try again.');
