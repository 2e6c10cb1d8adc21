import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  failure_ambiguous: {
    code: 'CONFLICT',
    message: 'Several {kind} failures have the id {id}. Nothing was retried. Add {parts}.',
  },
  failure_not_found: {
    code: 'NOT_FOUND',
    message: 'There is no failed {kind} {id}. List failures with: hostler failed list --kind {kind}',
  },
});
