import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  vps_protected: {
    code: 'CONFLICT',
    message: 'This server is protected. Turn its protection off first (POST /hosting/update with protected: false).',
  },
  vps_terminated: { code: 'CONFLICT', message: 'This server is terminated and cannot be changed.' },
});

export const fieldErrors = defineFieldErrors({
  tag_malformed: 'must have 1 to {max} letters, digits and the characters : _ -, like env:prod.',
});
