import { useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../features/auth/auth.api.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { cardClass } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Leaves, after asking once. */
export function Component() {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const leave = async () => {
    setLeaving(true);
    await logOut();
    navigate(paths.login, { replace: true });
  };
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>Log out · Cairn</title>
      <div className={classNames(cardClass, 'w-full max-w-100 p-6 text-center sm:p-8')}>
        <h1 className="text-lg font-semibold">Log out of Cairn</h1>
        <p className="mt-2 text-muted">Your data stays as it is until you are back.</p>
        <Button size="large" className="mt-6 w-full" onClick={() => setAsking(true)}>
          Logout
        </Button>
      </div>
      <Dialog
        title="Are you sure you want to log out?"
        width="small"
        open={asking}
        onOpenChange={setAsking}
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              No
            </Button>
            <Button busy={leaving} onClick={leave}>
              Yes
            </Button>
          </>
        }
      />
    </div>
  );
}
