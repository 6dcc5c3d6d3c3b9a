/** A group as the legend has it. */
interface Named {
  readonly group: string;
  readonly label: string;
  readonly colour: string;
}

/** Which colour is which group, the assets' in the first line and the debts' in the second. */
export function WorthLegend({
  assets,
  debts,
}: {
  assets: readonly Named[];
  debts: readonly Named[];
}) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs">
      <Side name="Assets" groups={assets} />
      <Side name="Debts" groups={debts} />
    </dl>
  );
}

function Side({ name, groups }: { name: string; groups: readonly Named[] }) {
  if (groups.length === 0) return null;
  return (
    <>
      <dt className="font-medium text-muted">{name}</dt>
      <dd className="flex flex-wrap gap-x-4 gap-y-1">
        {groups.map(({ group, label, colour }) => (
          <span key={group} className="inline-flex items-center gap-1.5">
            <Swatch colour={colour} />
            {label}
          </span>
        ))}
      </dd>
    </>
  );
}

/** The colour of a group. */
export function Swatch({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2.5 shrink-0 rounded-xs opacity-85"
      style={{ background: colour }}
    />
  );
}
