/** Copy for the sign-in screen. It is separate from the other screens' copy, because it is loaded first. */
export const loginCopy = {
  pageTitle: 'Log in · Cairn',
  title: 'Log in',
  newToCairn: 'New to Cairn? {signUp}',
  signUp: 'Sign up',
  username: 'Username',
  usernamePlaceholder: 'you@example.com',
  password: 'Password',
  forgotPassword: 'Forgot password?',
  submit: 'Login',
  agreement: 'By continuing with any of these, you agree to the {terms} and the {privacyPolicy}.',
} as const;
