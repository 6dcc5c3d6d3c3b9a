import { type FormEvent, useId, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { showToast, tellReadOnly } from '../../ui/toast.ts';
import { type Budget, useDeleteBudget, useUpdateBudget } from './budget.api.ts';
import { draftOf, emptyDraft, type PlanDraft, PlanFields, usePlanDraft } from './plan-fields.tsx';

/** Changes the planned amounts, starts over, or deletes the budget. Mounted while open. */
export function BudgetSettingsDialog({
  budget: shown,
  onStartOver,
  onClosed,
}: {
  /** Null once it is deleted, here or in another tab. */
  budget: Budget | null;
  /** What the form that makes a new one is to begin with. */
  onStartOver: (draft: PlanDraft) => void;
  onClosed: () => void;
}) {
  // It may be gone before the dialog is.
  const [budget] = useState(shown);
  const [open, setOpen] = useState(true);
  const [asking, setAsking] = useState<'start over' | 'delete' | null>(null);
  if (budget === null) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Settings
        budget={budget}
        open={open && asking === null}
        onClose={close}
        onClosed={() => asking === null && onClosed()}
        onAsk={setAsking}
      />
      {asking && (
        <Confirm
          key={asking}
          what={asking}
          id={budget.budget.id}
          onBack={() => setAsking(null)}
          onDone={() => onStartOver(asking === 'start over' ? draftOf(budget.budget) : emptyDraft)}
          onClosed={onClosed}
        />
      )}
    </>
  );
}

function Settings({
  budget: { budget },
  open,
  onClose,
  onClosed,
  onAsk,
}: {
  budget: Budget;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onAsk: (what: 'start over' | 'delete') => void;
}) {
  const form = useId();
  const plan = usePlanDraft(draftOf(budget));
  const update = useUpdateBudget();
  const demo = useDemoMode();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const taken = plan.take();
    if (taken === null) return;
    if (demo) return tellReadOnly();
    update.mutate({ ...taken, budget_id: budget.id }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title="Budget settings"
      description="What you plan for every month."
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate className="flex flex-col gap-5">
        <PlanFields plan={plan} />
        <FormError>{update.error?.message}</FormError>
      </form>
      <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
        <Button variant="secondary" onClick={demo ? tellReadOnly : () => onAsk('start over')}>
          Start over
        </Button>
        <Button
          variant="ghost"
          className="text-trouble"
          onClick={demo ? tellReadOnly : () => onAsk('delete')}
        >
          Delete budget
        </Button>
      </div>
    </Dialog>
  );
}

const questions = {
  'start over': {
    title: 'Start over?',
    text: 'The amounts of all categories are removed, and you plan your month anew. Your earnings, bills and spending stay in the form.',
    yes: 'Start over',
    done: 'Plan your month anew',
  },
  delete: {
    title: 'Delete the budget?',
    text: 'Everything you planned is deleted. Your transactions stay as they are.',
    yes: 'Delete budget',
    done: 'Your budget is deleted',
  },
};

function Confirm({
  what,
  id,
  onBack,
  onDone,
  onClosed,
}: {
  what: 'start over' | 'delete';
  id: string;
  onBack: () => void;
  onDone: () => void;
  onClosed: () => void;
}) {
  const { title, text, yes, done } = questions[what];
  const [open, setOpen] = useState(true);
  const remove = useDeleteBudget();
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        onDone();
        showToast({ title: done });
        setOpen(false);
      },
    });
  return (
    <Dialog
      title={title}
      description={text}
      width="small"
      open={open}
      onOpenChange={(next) => !next && onBack()}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={onBack}>
            Back
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={confirm}>
            {yes}
          </Button>
        </>
      }
    >
      {remove.error && <FormError>{remove.error.message}</FormError>}
    </Dialog>
  );
}
