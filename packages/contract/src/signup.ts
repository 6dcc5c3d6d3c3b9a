import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { EmailInput, newPasswordInput } from './values.ts';

export const signupCalls = defineCalls({
  'POST /signup/emailcheck': {
    access: 'public',
    summary: 'Checks whether an email address is available; 409 if it is taken',
    body: strict({ email: EmailInput }),
    problems: ['conflict', 'unprocessable', 'too_many_requests', 'forbidden'],
    response: strict({ available: Type.Literal(true) }),
  },
  'POST /signup': {
    access: 'public',
    hashesPassword: true,
    summary: 'Signs up with an email and password',
    body: strict({
      email: EmailInput,
      password: newPasswordInput(10),
    }),
    problems: ['conflict', 'unprocessable', 'too_many_requests', 'forbidden'],
    response: strict({ username: Type.String() }),
    status: 201,
  },
});
