import { BadgeCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Profile } from './profile.api.ts';

/** Whether the address is known to be the person's: a badge, or the way to show it. */
export function Verification({
  verified,
  onLeave,
}: {
  verified: boolean;
  /** Pressed to leave for the page that sends the mail. */
  onLeave?: () => void;
}) {
  const navigate = useNavigate();
  if (verified) {
    return (
      <Badge tone="good">
        <BadgeCheck aria-hidden="true" className="size-3.5" />
        Validated
      </Badge>
    );
  }
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        onLeave?.();
        navigate(paths.emailValidate);
      }}
    >
      Verify Email
    </Button>
  );
}

/** What the person pays for, in a word. */
export function SubscriptionBadge({ paid }: { paid: boolean }) {
  return <Badge tone={paid ? 'accent' : 'neutral'}>{paid ? 'Paid' : 'Free'}</Badge>;
}

/** A letter in place of a picture. */
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
