import { defineErrors } from '../define-errors.ts';

export const errors = defineErrors({
  storage_full: {
    code: 'INTERNAL_ERROR',
    message:
      'Nothing can be saved at the moment: the storage of the server is full. Nothing was changed; try again later.',
  },
  database_damaged: {
    code: 'INTERNAL_ERROR',
    message: 'The database of the server cannot be read. We have been notified; try again later.',
  },
  database_unreachable: {
    code: 'INTERNAL_ERROR',
    message: 'The database of the server does not answer. Try again later. Check first whether a change was saved.',
  },
});
