import { useEffectEvent, useState } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import { factorsCopy } from './factors.copy.ts';

const copy = factorsCopy.code;
const totpLength = 6;

/** True if a typed code can be sent. */
export const isCompleteCode = (kind: 'totp' | 'recovery_code', code: string): boolean =>
  kind === 'totp' ? code.length === totpLength : code.trim() !== '';

/**
 * The input for a code from an authenticator app, or for a recovery code. Phones and password managers can fill in the
 * former, which is submitted once it is complete.
 */
export function CodeField({
  kind,
  label = copy[kind],
  code,
  onChange,
  onComplete,
  error,
  ref,
}: {
  kind: 'totp' | 'recovery_code';
  label?: string;
  code: string;
  onChange: (code: string) => void;
  /** Called when all six digits have been typed, pasted, or filled in. */
  onComplete: (code: string) => void;
  error: string | null;
  ref?: React.Ref<HTMLInputElement>;
}) {
  const isTotp = kind === 'totp';
  const [lastCompleted, setLastCompleted] = useState('');
  const change = useEffectEvent((text: string) => {
    // Pasted codes may contain spaces.
    const next = isTotp ? text.replaceAll(/\D/g, '').slice(0, totpLength) : text;
    onChange(next);
    if (!isTotp || next.length < totpLength || next === lastCompleted) return;
    setLastCompleted(next);
    onComplete(next);
  });
  return (
    <Field
      {...(ref === undefined ? {} : { ref })}
      key={kind}
      label={label}
      name={isTotp ? 'one-time-code' : 'recovery-code'}
      autoComplete={isTotp ? 'one-time-code' : 'off'}
      inputMode={isTotp ? 'numeric' : 'text'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={50}
      className={isTotp ? 'tabular-nums' : ''}
      value={code}
      onChange={(event) => change(event.target.value)}
      error={error}
      hint={<p className="text-muted">{isTotp ? copy.totpHint : copy.recoveryHint}</p>}
    />
  );
}
