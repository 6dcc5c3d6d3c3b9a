import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

/** A switch with a label, which can be clicked too, and an optional note. */
export function Switch({
  label,
  note,
  checked,
  onChange,
}: {
  label: string;
  note?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: The switch inside renders its own input.
    <label className="flex cursor-pointer items-center justify-between gap-6">
      <span>
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        {note && (
          <span id={`${id}-note`} className="block text-muted">
            {note}
          </span>
        )}
      </span>
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        aria-labelledby={`${id}-label`}
        {...(note ? { 'aria-describedby': `${id}-note` } : {})}
        className="relative h-6 w-11 shrink-0 rounded-full border border-edge bg-edge p-0.5 transition-colors duration-150 before:absolute before:-inset-2.5 data-checked:border-accent data-checked:bg-accent"
      >
        <Base.Thumb className="block size-4.5 rounded-full bg-[white] shadow-card transition-transform duration-150 ease-out data-checked:translate-x-5 data-checked:bg-on-accent" />
      </Base.Root>
    </label>
  );
}
