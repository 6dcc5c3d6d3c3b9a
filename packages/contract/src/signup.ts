import Type from 'typebox';
import { defineCalls, strict } from './call.ts';

export const signupCalls = defineCalls({
  'POST /signup/emailcheck': {
    access: 'public',
    summary: 'Checks whether an email address is available; 409 if it is taken',
    body: strict({ email: Type.String({ maxLength: 1000 }) }),
    response: strict({ available: Type.Literal(true) }),
  },
  'POST /signup': {
    access: 'public',
    summary: 'Signs up with an email and password',
    body: strict({
      email: Type.String({ maxLength: 1000 }),
      password: Type.String({ maxLength: 1000 }),
    }),
    response: strict({ username: Type.String() }),
    status: 201,
  },
});
