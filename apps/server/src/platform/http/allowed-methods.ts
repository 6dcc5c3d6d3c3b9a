import { callEntries } from '@cairn/contract/calls';

const patterns = callEntries.map(([key, call]) => {
  const [method = '', path = ''] = key.split(' ');
  const prefix = call.demo || call.access !== 'public' ? '(/demo)?' : '';
  return { method, pattern: new RegExp(`^${prefix}${path.replace(/:\w+/g, '[^/]+')}$`) };
});

/** The methods that a path has in the contract, for `Allow`. None if the path has no call. `HEAD` comes with `GET`. */
export function allowedMethods(path: string): string[] {
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.includes('GET')) methods.push('HEAD');
  return methods.toSorted();
}
