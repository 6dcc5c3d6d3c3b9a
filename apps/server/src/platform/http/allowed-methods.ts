import { callEntries } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

const patterns = callEntries.map(([key, call]) => {
  const [method = '', path = ''] = key.split(' ');
  return {
    method,
    path,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    hasParameters: path.includes(':'),
    hasDemo: call.demo === true,
    isPublic: call.access === 'public',
  };
});

/** The methods that a path has in the contract, for `Allow`. None if the path has no call. `HEAD` comes with `GET`. */
export function allowedMethods(path: string): string[] {
  const isDemo = path.startsWith('/demo/');
  const callPath = isDemo ? path.slice('/demo'.length) : path;
  const matching = patterns.filter(
    ({ pattern, isPublic }) => pattern.test(callPath) && !(isDemo && isPublic),
  );
  // `/user/budget/suggestion` is a call of its own, although `/user/budget/:id` matches it too.
  const mostSpecific = preferred(matching, ({ hasParameters }) => !hasParameters);
  // Below /demo, the other calls of a path respond that they are read-only.
  const served = isDemo ? preferred(mostSpecific, ({ hasDemo }) => hasDemo) : mostSpecific;
  const methods = served.map(({ method }) => method);
  if (methods.includes('GET')) methods.push('HEAD');
  return methods.toSorted();
}

/** The values that match, or all if none does. */
function preferred<T>(values: T[], matches: (value: T) => boolean): T[] {
  const found = values.filter(matches);
  return found.length > 0 ? found : values;
}

/** Paths without parameters that the pattern of another call matches too: `/user/budget/suggestion`. */
const overlappingPaths: ReadonlySet<string> = new Set(
  patterns
    .filter(({ path, hasParameters }) =>
      patterns.some((other) => !hasParameters && other.hasParameters && other.pattern.test(path)),
    )
    .map(({ path }) => path),
);

/**
 * Responds to requests that no call serves: 405 with `Allow` if their path has other methods, otherwise 404. Their bodies
 * are not read.
 */
export function rejectUnknownCalls(api: FastifyInstance): void {
  api.addHook('onRequest', async (request, reply) => {
    if (request.is404 || isForOverlappingCall(request)) rejectUnknownCall(request, reply);
  });
  api.setNotFoundHandler(rejectUnknownCall);
}

const pathOf = (url: string): string => url.replace(/^\/api|\?.*$/g, '');

/** True for `DELETE /user/budget/suggestion`, which the router mistakes for a deletion of the budget `suggestion`. */
function isForOverlappingCall({ method, url }: FastifyRequest): boolean {
  const path = pathOf(url);
  const callPath = path.replace(/^\/demo(?=\/)/, '');
  return overlappingPaths.has(callPath) && !allowedMethods(callPath).includes(method);
}

function rejectUnknownCall({ method, url }: FastifyRequest, reply: FastifyReply): never {
  const methods = allowedMethods(pathOf(url));
  if (methods.length > 0) {
    const allow = methods.join(', ');
    reply.header('allow', allow);
    throw new Failure(
      'method_not_allowed',
      formatMessage(problemCopy.request.methodNotAllowed, { method, allow }),
    );
  }
  throw new Failure(
    'not_found',
    formatMessage(problemCopy.request.endpointNotFound, { method, path: url.slice(0, 200) }),
  );
}
