import { type ComponentProps, useState } from 'react';
import { PasswordField } from '../password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { useStrength } from './use-strength.ts';

/** The input of a new password, with a strength meter. `email` is the user's address, or empty if it is unknown. */
export function NewPasswordField({
  email,
  value,
  ...field
}: Omit<ComponentProps<typeof PasswordField>, 'value' | 'autoComplete' | 'onFocus'> & {
  email: string;
  value: string;
}) {
  const [isUsed, setUsed] = useState(false);
  const strength = useStrength(value, email, isUsed);
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        {...field}
        value={value}
        autoComplete="new-password"
        onFocus={() => setUsed(true)}
      />
      <StrengthMeter password={value} strength={strength} hasAdvice={!field.error} />
    </div>
  );
}
