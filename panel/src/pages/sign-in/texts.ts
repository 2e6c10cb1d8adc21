export const texts = {
  title: 'Sign in · Hostler',
  heading: 'Sign in',
};
