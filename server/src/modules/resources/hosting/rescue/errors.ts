import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  engine_without_rescue: {
    code: 'CONFLICT',
    message:
      'The engine of this VPS has no rescue system: containers share the kernel of their host. Restore a backup, or rebuild the VPS.',
  },
  not_in_rescue_system: { code: 'CONFLICT', message: 'This VPS does not run its rescue system.' },
});
