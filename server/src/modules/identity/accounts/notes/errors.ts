import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  note_of_another_author: { code: 'FORBIDDEN', message: 'Only its author or an owner may remove this note.' },
});
