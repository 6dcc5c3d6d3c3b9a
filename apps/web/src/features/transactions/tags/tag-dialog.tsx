import { maxTagNameLength } from '@cairn/contract/rules/annotation-limits';
import { type TagColor, tagColors } from '@cairn/contract/rules/tag-colors';
import { Check } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import { tagColorProps } from './tag-chip.tsx';
import { type Tag, useChangeTag, useCreateTag } from './tags.api.ts';

const copy = transactionsCopy.tags;

/** Edits a tag's name and color, or creates a tag. Mounted while open. */
export function TagDialog({ tag, onClosed }: { tag?: Tag; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState(tag?.name ?? '');
  const [color, setColor] = useState(tag?.color);
  const formId = useId();
  const create = useCreateTag();
  const change = useChangeTag(tag?.id ?? '');
  const { error, isPending } = tag ? change : create;
  const canSubmit = name.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSubmit || isPending) return;
    const onSuccess = () => setOpen(false);
    const body = { name, ...(color && { color }) };
    if (tag) change.mutate(body, { onSuccess });
    else create.mutate(body, { onSuccess });
  };
  return (
    <Dialog
      title={tag ? copy.editTitle : copy.newTitle}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {transactionsCopy.cancel}
          </Button>
          <Button type="submit" form={formId} disabled={!canSubmit} busy={isPending}>
            {copy.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label={copy.name}
          name="name"
          autoComplete="off"
          maxLength={maxTagNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={error?.message}
        />
        <ColorChoice color={color} onChoose={setColor} />
      </form>
    </Dialog>
  );
}

/** Radio buttons, one per color. Without a choice, a new tag gets the next color. */
function ColorChoice({
  color,
  onChoose,
}: {
  color: TagColor | undefined;
  onChoose: (color: TagColor) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{copy.color}</legend>
      <div className="-ml-2 flex flex-wrap gap-0.5">
        {tagColors.map((option) => {
          const { className, style } = tagColorProps(option);
          return (
            <label
              key={option}
              style={style}
              data-tooltip={copy.colors[option]}
              className={`${className} relative grid size-11 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent`}
            >
              <input
                type="radio"
                name="color"
                className="absolute inset-0 cursor-pointer opacity-0"
                aria-label={copy.colors[option]}
                checked={option === color}
                onChange={() => onChoose(option)}
              />
              <span
                aria-hidden="true"
                className="grid size-7 place-items-center rounded-full bg-(--brand-ink)"
              >
                {option === color && <Check className="size-4 text-surface" strokeWidth={3} />}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
