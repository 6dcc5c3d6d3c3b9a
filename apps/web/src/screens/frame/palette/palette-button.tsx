import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk, preloadChunk } from '../../../platform/browser/chunk-loading.ts';
import { IconButton } from '../../../ui/button.tsx';
import { frameCopy } from '../frame.copy.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(() => loadChunk(loadPalette));

/** Opens the command palette, as Ctrl+K and Cmd+K do anywhere. Its code is loaded on hover or use. */
export function PaletteButton({ className }: { className?: string }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      // Not over another dialog: navigating away would lose what was entered there.
      if (document.querySelector('[role="dialog"]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton
        label={frameCopy.palette.title}
        {...(className === undefined ? {} : { className })}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => preloadChunk(loadPalette)}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" className="size-5" />
      </IconButton>
      <Suspense>{open && <Palette onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
