import { useConfig } from '../../platform/config.ts';
import { publicCopy } from './public.copy.ts';

/**
 * In the sandbox, a notice at the bottom of every page that banks and money are fictional. Its space
 * is always reserved, so that nothing moves when the config loads.
 */
export function SandboxNotice() {
  const config = useConfig();
  return (
    <footer className="min-h-9 px-4 py-2 text-center text-xs text-muted">
      {config?.sandbox && (
        <>
          {publicCopy.sandbox.notice}
          {config.sandbox_url !== null && (
            <>
              {' · '}
              <a
                href={config.sandbox_url}
                target="_blank"
                rel="noreferrer"
                className="font-medium whitespace-nowrap text-accent underline underline-offset-2"
              >
                {publicCopy.sandbox.open}
              </a>
            </>
          )}
        </>
      )}
    </footer>
  );
}
