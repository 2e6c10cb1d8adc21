import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  too_many_consoles_of_vps: {
    code: 'QUOTA_EXCEEDED',
    message:
      'This server has {max} consoles, open or about to be opened, which is the limit. Close one, or try again in a minute.',
  },
  too_many_consoles_of_account: {
    code: 'QUOTA_EXCEEDED',
    message:
      'This account has {max} consoles, open or about to be opened, which is the limit. Close one, or try again in a minute.',
  },
  engine_without_terminal: { code: 'CONFLICT', message: 'The engine of this server has no terminal. Use SSH.' },
  console_needs_running_vps: {
    code: 'VPS_NOT_RUNNING',
    message: 'This server is {status}. Start it before you open a console.',
  },
  too_many_consoles: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many consoles are open.' },
  console_not_allowed_from_address: {
    code: 'FORBIDDEN',
    message:
      'This console cannot be opened from your IP address, because the key that created it is bound to other networks. Connect from one of these networks.',
  },
  console_address_invalid: {
    code: 'UNAUTHORIZED',
    message: 'The address is unknown, expired or used. Get a new one with POST /hosting/console.',
  },
});
