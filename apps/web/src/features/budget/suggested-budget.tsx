import { PiggyBank } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Money } from '../../ui/money.tsx';
import { showReadOnlyToast, showToast } from '../../ui/overlay/toast.ts';
import {
  type Suggestion,
  useBudgetSuggestion,
  useCreateBudget,
  useDeleteBudget,
} from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';

const copy = budgetCopy.suggested;

/** What a suggestion is based on, by the number of months that it averages. */
const bases = ['', copy.fromLastMonth, copy.fromLastTwoMonths, copy.fromLastThreeMonths];

/**
 * Shown while there is no budget: amounts from recent months, accepted with one press.
 *
 * @param onAccepted Called once the budget exists. The pressed button is about to be removed.
 */
export function SuggestedBudget({ onAccepted }: { onAccepted: () => void }) {
  const { data, isPending } = useBudgetSuggestion();
  if (isPending)
    return (
      <>
        <LoadingAnnouncement>{budgetCopy.loading}</LoadingAnnouncement>
        <Skeleton className="h-48" />
      </>
    );
  // If there is no suggestion, or it couldn't be loaded, link to the form instead.
  if (data === undefined || data.months === 0)
    return (
      <EmptyState
        icon={PiggyBank}
        title={copy.noneTitle}
        className="py-0!"
        action={<ButtonLink to={paths.budget}>{budgetCopy.preview.create}</ButtonLink>}
      >
        {copy.none}
      </EmptyState>
    );
  return <Suggested suggestion={data} onAccepted={onAccepted} />;
}

function Suggested({ suggestion, onAccepted }: { suggestion: Suggestion; onAccepted: () => void }) {
  const { accept, isPending, error } = useAccept(onAccepted);
  const { earnings, bills, spending, months, currency } = suggestion;
  const lines = [
    { label: budgetCopy.earnings, amount: earnings },
    { label: budgetCopy.bills, amount: bills },
    { label: budgetCopy.spending, amount: spending },
  ];
  return (
    <>
      <p className="text-pretty text-muted">{bases[Math.min(months, bases.length - 1)]}</p>
      <dl className="mt-3 mb-4">
        {lines.map(({ label, amount }) => (
          <div
            key={label}
            className="flex justify-between gap-4 py-1.75 not-last:border-b border-line"
          >
            <dt className="font-medium">{label}</dt>
            <dd>
              <Money amount={amount} currency={currency} decimals={0} className="font-medium" />
            </dd>
          </div>
        ))}
      </dl>
      <FormError className="mb-3">{error?.message}</FormError>
      <Button
        className="w-full"
        busy={isPending}
        onClick={() => accept({ earnings, bills, spending })}
      >
        {copy.accept}
      </Button>
    </>
  );
}

/** Returns `accept`, which creates the suggested budget and offers to undo that. */
function useAccept(onAccepted: () => void) {
  const create = useCreateBudget();
  const { mutateAsync: remove } = useDeleteBudget();
  const demo = useDemoMode();
  const undo = (id: string) =>
    void remove(id).catch((error: Error) =>
      showToast({ tone: 'danger', title: copy.undoFailed, description: error.message }),
    );
  const accept = async (plan: Parameters<typeof create.mutateAsync>[0]) => {
    if (demo) return showReadOnlyToast();
    const created = await create.mutateAsync(plan).catch(() => null);
    // The error is shown from the mutation's state.
    if (created === null) return;
    onAccepted();
    const id = created.budgets[0]?.budget.id;
    showToast({
      title: copy.accepted,
      description: copy.acceptedHint,
      ...(id !== undefined && { action: { label: copy.undo, onPress: () => undo(id) } }),
    });
  };
  return { accept, isPending: create.isPending, error: create.error };
}
