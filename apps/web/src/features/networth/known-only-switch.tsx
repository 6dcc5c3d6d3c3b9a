import { Switch } from '../../ui/form/switch.tsx';
import { networthCopy } from './networth.copy.ts';

const copy = networthCopy.known;

/** Leaves estimated balances out of a chart. Show `EstimatesNote` below the chart. */
export function KnownOnlySwitch({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return <Switch label={copy.only} checked={checked} onChange={onChange} />;
}

/** Explains the dashes of a chart with estimates, or the marks of a chart without them. */
export function EstimatesNote({ knownOnly }: { knownOnly: boolean }) {
  return (
    <p className="mt-3 flex items-start gap-2 text-xs text-muted">
      <svg width={22} height={16} aria-hidden="true" className="shrink-0">
        {knownOnly ? (
          <>
            <line x1={11} x2={11} y2={16} stroke="var(--attention)" strokeDasharray="2 3" />
            <circle cx={11} cy={4} r={4} fill="var(--attention)" />
          </>
        ) : (
          <line
            x2={22}
            y1={8}
            y2={8}
            stroke="var(--accent)"
            strokeWidth={2.5}
            strokeDasharray="5 4"
          />
        )}
      </svg>
      {knownOnly ? copy.explanationKnownOnly : copy.explanation}
    </p>
  );
}
