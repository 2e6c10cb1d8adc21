export const texts = {
  title: 'Sign in',
  heading: 'Sign in',
  noAccount: 'No account yet?',
  signUp: 'Create one',
};
