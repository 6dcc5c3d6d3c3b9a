import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { type Subscription, useSubscription } from './billing.api.ts';
import { billingCopy } from './billing.copy.ts';
import { PortalButton } from './portal-button.tsx';
import { hasFullAccess, summarizeSubscription } from './subscription-summary.ts';

const copy = billingCopy.card;

/**
 * The user's subscription, with buttons that manage it or upgrade. `paid` comes from the token and applies
 * until the server responds.
 */
export function SubscriptionCard({ paid, onUpgrade }: { paid: boolean; onUpgrade: () => void }) {
  const query = useSubscription();
  const { data } = query;
  const canUpgrade = data ? !hasFullAccess(data) && data.payment !== 'pending' : !paid;
  return (
    <Card
      id="subscription"
      tabIndex={-1}
      title={copy.title}
      action={
        canUpgrade && (
          <Button size="small" onClick={onUpgrade}>
            {copy.upgrade}
          </Button>
        )
      }
      bodyClass="px-5 pt-2 pb-5 sm:px-6"
    >
      <QueryError subject={copy.subject} query={query} bannerClass="mb-4" errorClass="py-4" />
      {data ? <Details subscription={data} /> : query.isPending && <Loading />}
    </Card>
  );
}

function Details({ subscription }: { subscription: Subscription }) {
  const { badge, lines } = summarizeSubscription(subscription);
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
          <PortalButton>{copy.manage}</PortalButton>
        </div>
      )}
    </>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-2">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <Skeleton className="h-5 w-16 rounded-full" />
      <Skeleton className="h-5 w-64 max-w-full" />
    </div>
  );
}
