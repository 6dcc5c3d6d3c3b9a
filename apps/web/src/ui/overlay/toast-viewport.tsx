import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { onUndoShortcut } from '../../platform/browser/undo-shortcut.ts';
import { Button, IconButton } from '../button.tsx';
import { uiCopy } from '../ui.copy.ts';
import { registerToastRenderer, type ToastMessage } from './toast.ts';

const manager = Toast.createToastManager<ToastMessage>();

/** Renders the messages of toast.ts. Mounted once, when the first message is shown. */
export default function ToastViewport() {
  useEffect(
    () =>
      registerToastRenderer((message) => {
        manager.add({
          ...(message.id !== undefined && { id: message.id }),
          title: message.title,
          description: message.description ?? '',
          ...(message.timeout !== undefined && { timeout: message.timeout }),
          data: message,
          priority: message.tone === 'danger' ? 'high' : 'low',
        });
      }),
    [],
  );
  return (
    <Toast.Provider toastManager={manager} timeout={6000}>
      <Toast.Portal>
        {/* On a phone, dialogs have their buttons at the bottom edge, so messages move to the top edge. */}
        <Toast.Viewport className="fixed inset-x-4 bottom-[calc(1rem+var(--tab-bar))] max-sm:[:root:has([data-modal]:not([data-ending-style]))_&]:top-4 max-sm:[:root:has([data-modal]:not([data-ending-style]))_&]:bottom-auto z-10 mx-auto flex max-w-95 flex-col gap-2 outline-none sm:right-6 sm:left-auto sm:w-95">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastMessage>();
  const newestUndo = toasts.find(
    ({ data, transitionStatus }) =>
      data?.action?.shortcut === 'undo' && transitionStatus !== 'ending',
  );
  useEffect(() => {
    if (newestUndo !== undefined) return onUndoShortcut(() => pressAction(newestUndo));
    return undefined;
  }, [newestUndo]);
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="rounded-xl border border-line bg-raised shadow-float transition-[opacity,transform] duration-200 ease-out data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 py-2.5 pr-2 pl-4">
        <div className="grow py-1.5">
          <Toast.Title
            className={toast.data?.tone === 'danger' ? 'font-medium text-danger' : 'font-medium'}
          />
          <Toast.Description className="text-muted empty:hidden" />
        </div>
        {toast.data?.action && (
          <Button
            variant="ghost"
            size="small"
            aria-keyshortcuts={toast.data.action.shortcut && 'Control+Z Meta+Z'}
            onClick={() => pressAction(toast)}
          >
            {toast.data.action.label}
          </Button>
        )}
        <Toast.Close render={<IconButton label={uiCopy.dismiss} className="-my-1" />}>
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Runs the action of a message and closes it. */
function pressAction({
  id,
  data,
}: {
  readonly id: string;
  readonly data?: ToastMessage | undefined;
}) {
  data?.action?.onPress();
  manager.close(id);
}
