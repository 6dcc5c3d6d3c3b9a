import { type FormEvent, useId, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showReadOnlyToast, showToast } from '../../ui/overlay/toast.ts';
import { type Budget, useDeleteBudget, useUpdateBudget } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import {
  emptyDraft,
  type PlanDraft,
  PlanFields,
  planToDraft,
  usePlanDraft,
} from './plan-fields.tsx';

const copy = budgetCopy.settings;
type Removal = 'start over' | 'delete';

/** Changes the planned amounts, starts over, or deletes the budget. Mounted while open. */
export function BudgetSettingsDialog({
  budget: currentBudget,
  onStartOver,
  onClosed,
}: {
  /** Null after it is deleted, here or in another tab. */
  budget: Budget | null;
  /** Called with the initial amounts of the form that creates the next budget. */
  onStartOver: (draft: PlanDraft) => void;
  onClosed: () => void;
}) {
  // The budget may be deleted before the dialog closes.
  const [budget] = useState(currentBudget);
  const [open, setOpen] = useState(true);
  const [removal, setRemoval] = useState<Removal | null>(null);
  if (budget === null) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Settings
        budget={budget}
        open={open && removal === null}
        onClose={close}
        onClosed={() => removal === null && onClosed()}
        onRemove={setRemoval}
      />
      {removal && (
        <ConfirmRemoval
          key={removal}
          removal={removal}
          id={budget.budget.id}
          onBack={() => setRemoval(null)}
          onDone={() =>
            onStartOver(removal === 'start over' ? planToDraft(budget.budget) : emptyDraft)
          }
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
  onRemove,
}: {
  budget: Budget;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onRemove: (removal: Removal) => void;
}) {
  const form = useId();
  const plan = usePlanDraft(planToDraft(budget));
  const update = useUpdateBudget();
  const demo = useDemoMode();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const submitted = plan.submit();
    if (submitted === null) return;
    if (demo) return showReadOnlyToast();
    update.mutate({ ...submitted, budget_id: budget.id }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={copy.title}
      description={copy.description}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {budgetCopy.cancel}
          </Button>
          <Button type="submit" form={form} busy={update.isPending}>
            {copy.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate className="flex flex-col gap-5">
        <PlanFields plan={plan} />
        <FormError>{update.error?.message}</FormError>
      </form>
      <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
        <Button
          variant="secondary"
          onClick={demo ? showReadOnlyToast : () => onRemove('start over')}
        >
          {copy.startOver}
        </Button>
        <Button
          variant="ghost"
          className="text-danger"
          onClick={demo ? showReadOnlyToast : () => onRemove('delete')}
        >
          {copy.delete}
        </Button>
      </div>
    </Dialog>
  );
}

const confirmations = {
  'start over': {
    title: copy.startOverTitle,
    text: copy.startOverText,
    confirm: copy.startOver,
    done: copy.startOverDone,
  },
  delete: {
    title: copy.deleteTitle,
    text: copy.deleteText,
    confirm: copy.delete,
    done: copy.deleteDone,
  },
};

function ConfirmRemoval({
  removal,
  id,
  onBack,
  onDone,
  onClosed,
}: {
  removal: Removal;
  id: string;
  onBack: () => void;
  onDone: () => void;
  onClosed: () => void;
}) {
  const { title, text, confirm: confirmLabel, done } = confirmations[removal];
  const [open, setOpen] = useState(true);
  const deleteBudget = useDeleteBudget();
  const confirm = () =>
    deleteBudget.mutate(id, {
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
            {budgetCopy.back}
          </Button>
          <Button variant="danger" busy={deleteBudget.isPending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {deleteBudget.error && <FormError>{deleteBudget.error.message}</FormError>}
    </Dialog>
  );
}
