import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { ranges, type WorthRange } from './networth.api.ts';

/** How far back a history goes. */
export function RangeChoice({
  value,
  onChange,
}: {
  value: WorthRange;
  onChange: (range: WorthRange) => void;
}) {
  return (
    <SegmentedChoice
      label="Range"
      options={ranges.map((name) => ({ value: name, label: name === 'ALL' ? 'All' : name }))}
      value={value}
      onChange={onChange}
    />
  );
}
