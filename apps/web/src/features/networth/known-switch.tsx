import { Switch } from '../../ui/form/switch.tsx';
import { networthCopy } from './networth.copy.ts';

const copy = networthCopy.known;

/** Leaves estimated balances out of a chart. Its note explains what is dashed, or what is marked instead. */
export function KnownSwitch({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div className="max-w-xl grow text-xs">
      <Switch
        label={copy.only}
        note={checked ? copy.explanationKnownOnly : copy.explanation}
        checked={checked}
        onChange={onChange}
      />
    </div>
  );
}
