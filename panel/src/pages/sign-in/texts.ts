export const texts = {
  title: 'Sign in · Hostler',
  heading: 'Sign in',
  noAccount: 'You have no account?',
  signUp: 'Create one',
};
