import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk, preloadChunk } from '../../platform/chunk-failure.ts';
import { IconButton } from '../../ui/button.tsx';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(() => loadChunk(loadPalette));

/** Opens the palette, as Ctrl-K or Cmd-K do anywhere. Its code comes when it is pointed at or asked for. */
export function PaletteButton({ className }: { className?: string }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      // Over another dialog, leaving for elsewhere would lose what was begun there.
      if (document.querySelector('[role="dialog"]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton
        label="Find anything"
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
