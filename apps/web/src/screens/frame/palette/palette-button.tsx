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

/**
 * Opens the command palette, as Ctrl+K and Cmd+K do anywhere; `?` opens the keyboard shortcuts. Their
 * code is loaded on hover or use.
 */
export function PaletteButton({ className }: { className?: string }) {
  const [shown, setShown] = useState<FrameDialog | null>(null);
  const next = useRef<FrameDialog | null>(null);
  useShortcuts(setShown);
  const openNext = useCallback((dialog: FrameDialog) => {
    next.current = dialog;
  }, []);
  const close = () => {
    setShown(next.current);
    next.current = null;
  };
  return (
    <>
      <IconButton
        label={frameCopy.palette.title}
        {...(className === undefined ? {} : { className })}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => preloadChunk(loadPalette)}
        onClick={() => setShown('palette')}
      >
        <Search aria-hidden="true" className="size-5" />
      </IconButton>
      <Suspense>
        {shown === 'palette' && <Palette onOpenNext={openNext} onClose={close} />}
        {shown === 'shortcuts' && <Shortcuts onClose={close} />}
        {shown === 'settings' && <Settings onClose={close} />}
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
      if (document.querySelector('[role="dialog"]') === null) open('palette');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
