import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  engine_without_rescue: {
    code: 'CONFLICT',
    message:
      'The engine of this server has no rescue system: containers share the kernel of their host. Restore a backup, or rebuild the server.',
  },
  not_in_rescue_system: { code: 'CONFLICT', message: 'This server does not run its rescue system.' },
});
