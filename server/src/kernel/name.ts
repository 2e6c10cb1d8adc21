import type { ErrorDetail } from './errors.ts';

/** What is wrong with a name, which stands in mails, on invoices and in lists: it has to be one line. */
export function checkName(name: string, longest: number): ErrorDetail[] {
  if (name.trim() !== '' && name.length <= longest && !/\p{Cc}/u.test(name)) return [];
  return [{ field: 'name', message: `must be one line of 1 to ${longest} characters.` }];
}
