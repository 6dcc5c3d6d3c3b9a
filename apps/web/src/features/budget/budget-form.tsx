import { type FormEvent, useId } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { tellReadOnly } from '../../ui/toast.ts';
import { useCreateBudget, useSuggestion } from './budget.api.ts';
import { draftOf, type PlanDraft, PlanFields, usePlanDraft } from './plan-fields.tsx';

const wordsOfMonths = ['', 'last month', 'the last two months', 'the last three months'];

/** Makes a budget: what comes in, what the bills take, and what else may be spent. */
export function BudgetForm({ start }: { start: PlanDraft }) {
  const id = useId();
  const plan = usePlanDraft(start);
  const { data: suggestion, isPending } = useSuggestion();
  const create = useCreateBudget();
  const demo = useDemoMode();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const taken = plan.take();
    if (taken === null) return;
    if (demo) tellReadOnly();
    else create.mutate(taken);
  };
  const known = suggestion && suggestion.months > 0 ? suggestion : null;
  // The form would jump when the amounts of the last months come.
  if (isPending) return <Skeleton className="mx-auto h-160 max-w-140 rounded-card" />;
  // Another tab was quicker: its budget is about to be shown.
  const refused = create.error instanceof ApiError && create.error.status === 409;
  return (
    <Card title="Create your budget" className="mx-auto max-w-140">
      <p className="mb-5 text-pretty text-muted">
        Three amounts for every month. You can plan single categories afterwards, and change
        everything at any time.
      </p>
      <form
        onSubmit={save}
        className="flex flex-col gap-5"
        aria-describedby={`${id}-error`}
        noValidate
      >
        <PlanFields plan={plan} suggestion={known} />
        <div id={`${id}-error`}>
          <FormError>{refused ? null : create.error?.message}</FormError>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={create.isPending}>
            Create budget
          </Button>
          {known && (
            <Button
              variant="secondary"
              // Its words are more than the narrowest phone has room for in a line.
              className="h-auto! min-h-10 shrink! py-1.5 whitespace-normal!"
              onClick={() => plan.setDraft(draftOf(known))}
            >
              Use the average of {wordsOfMonths[known.months]}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
