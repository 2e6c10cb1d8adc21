export const domainTexts = {
  add: 'Add a domain',
  statuses: {
    proof: 'Waiting for proof',
    pending: 'Setting up',
    active: 'Active',
    publishing: 'Publishing',
    unanswered: 'Not resolving',
    error: 'Failed',
  },
};
