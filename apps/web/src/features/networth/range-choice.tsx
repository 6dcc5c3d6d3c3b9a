import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { ranges, type WorthRange } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

/** Selects how far back a history goes. */
export function RangeChoice({
  value,
  onChange,
}: {
  value: WorthRange;
  onChange: (range: WorthRange) => void;
}) {
  return (
    <SegmentedChoice
      label={networthCopy.range.label}
      options={ranges.map((name) => ({
        value: name,
        label: name === 'ALL' ? networthCopy.range.all : name,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
