import { AppError } from '../../../kernel/errors.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
export const MAX_EMAIL = 254;

/** As addresses are kept and compared. */
export function foldEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

export function readEmail(text: string): string {
  const email = foldEmail(text);
  if (EMAIL.test(email) && email.length <= MAX_EMAIL) return email;
  const details = [{ field: 'email', message: 'must be like jo@example.com.' }];
  throw new AppError('VALIDATION_ERROR', `${text} is not an e-mail address.`, { details });
}

/** What somebody is called who has not said it: `jo` of jo@example.com. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
