import { Settings } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { loadChunk, preloadChunk } from '../../../platform/browser/chunk-loading.ts';
import { IconButton } from '../../../ui/button.tsx';
import { frameCopy } from '../frame.copy.ts';

const loadSettings = () => import('./settings.tsx');
const SettingsDialog = lazy(() => loadChunk(loadSettings));

/** Opens the settings. Their code is loaded on hover or press. */
export function SettingsButton({ className }: { className?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={frameCopy.settings}
        {...(className === undefined ? {} : { className })}
        aria-haspopup="dialog"
        onPointerEnter={() => preloadChunk(loadSettings)}
        onClick={() => setOpen(true)}
      >
        <Settings aria-hidden="true" className="size-5" />
      </IconButton>
      <Suspense>{open && <SettingsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
