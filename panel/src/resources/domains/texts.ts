import { t } from '@lingui/core/macro';

export const domainTexts = {
  add: t`Add a domain`,
  statuses: {
    proof: t`Waiting for proof`,
    pending: t`Setting up`,
    active: t`Active`,
    publishing: t`Publishing`,
    unanswered: t`Not resolving`,
    error: t`Failed`,
  },
};
