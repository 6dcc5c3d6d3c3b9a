import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { type Subscription, useSubscription } from './billing.api.ts';
import { PortalButton } from './portal-button.tsx';
import { isOpen, profileWords } from './subscription-words.ts';

/**
 * What the person has and until when, with the way to change it, and for who is not paid the way to
 * more. `paid` is what the token says, until the server has answered.
 */
export function SubscriptionCard({ paid, onUpgrade }: { paid: boolean; onUpgrade: () => void }) {
  const query = useSubscription();
  const { data } = query;
  const offered = data ? !isOpen(data) && data.payment !== 'pending' : !paid;
  return (
    <Card
      id="subscription"
      tabIndex={-1}
      title="Subscription"
      action={
        offered && (
          <Button size="small" onClick={onUpgrade}>
            Upgrade Account
          </Button>
        )
      }
      bodyClass="px-5 pt-2 pb-5 sm:px-6"
    >
      <QueryError what="Your subscription" query={query} stale="mb-4" missing="py-4" />
      {data ? <Details subscription={data} /> : query.isPending && <Loading />}
    </Card>
  );
}

function Details({ subscription }: { subscription: Subscription }) {
  const { badge, lines } = profileWords(subscription);
  return (
    <>
      <Badge tone={badge.tone}>{badge.text}</Badge>
      <div className="mt-2 flex flex-col gap-1 text-pretty text-muted">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {subscription.manageable && (
        <div className="mt-4 flex flex-wrap gap-3">
          <PortalButton>Manage subscription</PortalButton>
        </div>
      )}
    </>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-2">
      <LoadingNote>Loading your subscription</LoadingNote>
      <Skeleton className="h-5 w-16 rounded-full" />
      <Skeleton className="h-5 w-64 max-w-full" />
    </div>
  );
}
