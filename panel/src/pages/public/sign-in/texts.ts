import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Sign in`,
  heading: t`Sign in`,
  noAccount: t`No account yet?`,
  signUp: t`Create one`,
};
