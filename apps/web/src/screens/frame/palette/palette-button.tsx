import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { loadChunk, preloadChunk } from '../../../platform/browser/chunk-loading.ts';
import { isSingleKeyShortcut } from '../../../platform/browser/single-key-shortcuts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { frameCopy } from '../frame.copy.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(() => loadChunk(loadPalette));
const Shortcuts = lazy(() => loadChunk(() => import('../shortcuts/shortcuts-dialog.tsx')));
const Settings = lazy(() => loadChunk(() => import('../navigation/settings.tsx')));

type FrameDialog = 'palette' | 'settings' | 'shortcuts';

interface ShownDialog {
  readonly dialog: FrameDialog;
  /** Increases each time a dialog opens, so that a dialog that is still disappearing is another one. */
  readonly opening: number;
}

/**
 * Opens the command palette, as Ctrl+K and Cmd+K do anywhere; `?` opens the keyboard shortcuts. Their
 * code is loaded on hover or use.
 */
export function PaletteButton({ className }: { className?: string }) {
  const [shown, setShown] = useState<ShownDialog | null>(null);
  const next = useRef<FrameDialog | null>(null);
  const open = useCallback(
    (dialog: FrameDialog) =>
      setShown((before) => ({ dialog, opening: (before?.opening ?? 0) + 1 })),
    [],
  );
  useShortcuts(open);
  const openNext = useCallback((dialog: FrameDialog) => {
    next.current = dialog;
  }, []);
  const { dialog, opening } = shown ?? { dialog: null, opening: 0 };
  const onClose = () => {
    const following = next.current;
    next.current = null;
    if (following !== null) return open(following);
    // The user may have opened the dialog again before this one had disappeared.
    setShown((current) => (current?.opening === opening ? null : current));
  };
  return (
    <>
      <IconButton
        label={frameCopy.palette.title}
        {...(className === undefined ? {} : { className })}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => preloadChunk(loadPalette)}
        onClick={() => open('palette')}
      >
        <Search aria-hidden="true" className="size-5" />
      </IconButton>
      <Suspense>
        {dialog === 'palette' && <Palette key={opening} onOpenNext={openNext} onClose={onClose} />}
        {dialog === 'shortcuts' && <Shortcuts key={opening} onClose={onClose} />}
        {dialog === 'settings' && <Settings key={opening} onClose={onClose} />}
      </Suspense>
    </>
  );
}

/** Opens the dialogs when their keyboard shortcuts are pressed. */
function useShortcuts(open: (dialog: FrameDialog) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSingleKeyShortcut(event, '?')) {
        event.preventDefault();
        open('shortcuts');
        return;
      }
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      // Don't open it over another dialog: navigating away would lose what was entered there.
      // A closed one may still be disappearing.
      const openDialog = document.querySelector('[role="dialog"]:not([data-closed])');
      if (openDialog === null) open('palette');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
