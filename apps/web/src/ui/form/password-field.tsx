import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { uiCopy } from '../ui.copy.ts';
import { Field } from './field.tsx';

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={256}
      inset={
        <button
          type="button"
          aria-label={shown ? uiCopy.password.hide : uiCopy.password.show}
          data-tooltip={shown ? uiCopy.password.hide : uiCopy.password.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      }
    />
  );
}
