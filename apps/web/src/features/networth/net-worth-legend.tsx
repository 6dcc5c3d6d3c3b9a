import { networthCopy } from './networth.copy.ts';

/** A group of the legend. */
interface LegendGroup {
  readonly group: string;
  readonly label: string;
  readonly color: string;
}

/** The color of each group: assets on the first line, debts on the second. */
export function NetWorthLegend({
  assets,
  debts,
}: {
  assets: readonly LegendGroup[];
  debts: readonly LegendGroup[];
}) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs">
      <Side name={networthCopy.assets} groups={assets} />
      <Side name={networthCopy.debts} groups={debts} />
    </dl>
  );
}

function Side({ name, groups }: { name: string; groups: readonly LegendGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <>
      <dt className="font-medium text-muted">{name}</dt>
      <dd className="flex flex-wrap gap-x-4 gap-y-1">
        {groups.map(({ group, label, color }) => (
          <span key={group} className="inline-flex items-center gap-1.5">
            <Swatch color={color} />
            {label}
          </span>
        ))}
      </dd>
    </>
  );
}

/** The color of a group. */
export function Swatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2.5 shrink-0 rounded-xs opacity-85"
      style={{ background: color }}
    />
  );
}
