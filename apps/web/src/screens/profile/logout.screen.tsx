import { useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../../features/auth/auth.api.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { screensCopy } from '../screens.copy.ts';

const logOutCopy = screensCopy.logOut;

/** Signs out after a confirmation. */
export function Component() {
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const signOut = async () => {
    setBusy(true);
    await logOut();
    navigate(paths.login, { replace: true });
  };
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>{logOutCopy.pageTitle}</title>
      <div className={classNames(cardClass, 'w-full max-w-100 p-6 text-center sm:p-8')}>
        <h1 className="text-lg font-semibold">{logOutCopy.title}</h1>
        <p className="mt-2 text-muted">{logOutCopy.detail}</p>
        <Button size="large" className="mt-6 w-full" onClick={() => setConfirming(true)}>
          {logOutCopy.submit}
        </Button>
      </div>
      <Dialog
        title={logOutCopy.confirm}
        width="small"
        open={isConfirming}
        onOpenChange={setConfirming}
        footer={
          <>
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              {logOutCopy.no}
            </Button>
            <Button busy={busy} onClick={signOut}>
              {logOutCopy.yes}
            </Button>
          </>
        }
      />
    </div>
  );
}
