import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SubscriptionBadge } from './person-line.tsx';

/** What the person pays for, and for free people the way to more. */
export function SubscriptionCard({ paid, onUpgrade }: { paid: boolean; onUpgrade: () => void }) {
  return (
    <Card
      id="subscription"
      tabIndex={-1}
      title="Subscription"
      action={
        !paid && (
          <Button size="small" onClick={onUpgrade}>
            Upgrade Account
          </Button>
        )
      }
      bodyClass="px-5 pt-2 pb-5 sm:px-6"
    >
      <div className="flex flex-wrap items-center gap-3">
        <SubscriptionBadge paid={paid} />
        <p className="text-muted">
          {paid
            ? 'Everything in Cairn is open to you.'
            : 'Upgrade to link your banks and see your own numbers.'}
        </p>
      </div>
    </Card>
  );
}
