import { type FormEvent, useId } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { showReadOnlyToast } from '../../ui/overlay/toast.ts';
import { useBudgetSuggestion, useCreateBudget } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { type PlanDraft, PlanFields, planToDraft, usePlanDraft } from './plan-fields.tsx';

const copy = budgetCopy.form;
/** The labels of the button that fills in a suggestion, by the number of months that it averages. */
const suggestionLabels = ['', copy.useLastMonth, copy.useLastTwoMonths, copy.useLastThreeMonths];

/** Creates a budget from three amounts: earnings, bills, and spending. */
export function BudgetForm({ initialDraft }: { initialDraft: PlanDraft }) {
  const id = useId();
  const plan = usePlanDraft(initialDraft);
  const { data, isPending } = useBudgetSuggestion();
  const create = useCreateBudget();
  const demo = useDemoMode();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const submitted = plan.submit();
    if (submitted === null) return;
    if (demo) showReadOnlyToast();
    else create.mutate(submitted);
  };
  const suggestion = data && data.months > 0 ? data : null;
  // The form waits for the suggestion, because its fields would move when the averages appear in them.
  if (isPending) return <Skeleton className="mx-auto h-160 max-w-140 rounded-card" />;
  // Another tab has created a budget, which is about to be shown.
  const isConflict = create.error instanceof ApiError && create.error.code === 'conflict';
  return (
    <Card title={copy.title} className="mx-auto max-w-140">
      <p className="mb-5 text-pretty text-muted">{copy.intro}</p>
      <form
        onSubmit={save}
        className="flex flex-col gap-5"
        aria-describedby={`${id}-error`}
        noValidate
      >
        <PlanFields plan={plan} suggestion={suggestion} />
        <div id={`${id}-error`}>
          <FormError>{isConflict ? null : create.error?.message}</FormError>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={create.isPending}>
            {copy.create}
          </Button>
          {suggestion && (
            <Button
              variant="secondary"
              // The label wraps on the narrowest phones.
              className="h-auto! min-h-10 shrink! py-1.5 whitespace-normal!"
              onClick={() => plan.setDraft(planToDraft(suggestion))}
            >
              {suggestionLabels[suggestion.months]}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
