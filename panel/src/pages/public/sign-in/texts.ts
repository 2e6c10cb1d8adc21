export const texts = {
  title: 'Sign in · Hostler',
  heading: 'Sign in',
  noAccount: 'No account yet?',
  signUp: 'Create one',
};
