import { formatMessage } from '@cairn/contract/text/copy';
import { useDemoMode } from '../platform/demo-mode.ts';
import { uiCopy } from './ui.copy.ts';

/** The browser title of a page that also exists in the demo. */
export function PageTitle({ children }: { children: string }) {
  const app = useDemoMode() ? uiCopy.demoAppName : uiCopy.appName;
  return <title>{formatMessage(uiCopy.pageTitle, { page: children, app })}</title>;
}
