import { BadgeCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Profile } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

/** A badge if the email address is verified, otherwise a button that starts verifying it. */
export function VerificationStatus({
  verified,
  onClose,
}: {
  verified: boolean;
  /** Called before navigating to the page that sends the email. */
  onClose?: () => void;
}) {
  const navigate = useNavigate();
  if (verified) {
    return (
      <Badge tone="good">
        <BadgeCheck aria-hidden="true" className="size-3.5" />
        {profileCopy.badges.validated}
      </Badge>
    );
  }
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        onClose?.();
        navigate(paths.emailValidate);
      }}
    >
      {profileCopy.verifyEmail}
    </Button>
  );
}

/** A badge that shows whether the user is paid or free. */
export function SubscriptionBadge({ paid }: { paid: boolean }) {
  return (
    <Badge tone={paid ? 'accent' : 'neutral'}>
      {paid ? profileCopy.badges.paid : profileCopy.badges.free}
    </Badge>
  );
}

/** The first letter of the email address, in place of a picture. */
export function Avatar({ email }: Pick<Profile, 'email'>) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-base font-semibold text-accent-strong uppercase"
    >
      {email.charAt(0)}
    </span>
  );
}
