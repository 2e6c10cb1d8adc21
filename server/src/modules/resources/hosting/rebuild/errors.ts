import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  engine_cannot_rebuild: {
    code: 'CONFLICT',
    message: 'The engine of this server cannot rebuild it. Order a new server.',
  },
  vps_not_created: { code: 'CONFLICT', message: 'This server was not created yet. Start it instead.' },
});

export const fieldErrors = defineFieldErrors({
  image_not_offered: 'must be one of {images}.',
});
