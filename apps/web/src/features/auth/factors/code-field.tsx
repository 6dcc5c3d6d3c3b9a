import { useEffectEvent, useState } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import { factorsCopy } from './factors.copy.ts';

const copy = factorsCopy.code;
const totpLength = 6;

/** Whether a typed code can be sent. */
export const isCompleteCode = (kind: 'totp' | 'recovery_code', code: string): boolean =>
  kind === 'totp' ? code.length === totpLength : code.trim() !== '';

/**
 * The input of a code: of an authenticator app, or a recovery code. Phones and password managers fill the former in by
 * themselves, and it is submitted once it is complete.
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
  const [completed, setCompleted] = useState('');
  const change = useEffectEvent((text: string) => {
    // Pasted codes may contain spaces.
    const next = isTotp ? text.replaceAll(/\D/g, '').slice(0, totpLength) : text;
    onChange(next);
    if (!isTotp || next.length < totpLength || next === completed) return;
    setCompleted(next);
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
