import { useConfig } from '../../platform/config.ts';

/**
 * Says on every page that banks and money are made up, where they are. It stands at the page's
 * lower edge in room that is kept for it, so that nothing moves when it comes.
 */
export function SandboxNotice() {
  const config = useConfig();
  return (
    <footer className="min-h-9 px-4 py-2 text-center text-xs text-muted">
      {config?.sandbox && (
        <>
          Sandbox: made-up banks and money
          {config.sandbox_url !== null && (
            <>
              {' · '}
              <a
                href={config.sandbox_url}
                target="_blank"
                rel="noreferrer"
                className="font-medium whitespace-nowrap text-accent underline underline-offset-2"
              >
                Open the sandbox
              </a>
            </>
          )}
        </>
      )}
    </footer>
  );
}
