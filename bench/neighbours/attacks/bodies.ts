const MOST_BYTES = 1024 * 1024;

/** Returns a body of nearly the maximum size: a field with as many items as fit. */
export function fillWithItems(before: string, after: string): string {
  const room = MOST_BYTES - before.length - after.length - 1;
  return `${before}0${',0'.repeat(Math.floor(room / 2))}${after}`;
}

/** Returns a body nested as deeply as its maximum size allows. */
export function nest(before: string, after: string): string {
  const levels = Math.floor((MOST_BYTES - before.length - after.length) / 2);
  return `${before}${'['.repeat(levels)}${']'.repeat(levels)}${after}`;
}

export const NEW_TICKET = JSON.stringify({ subject: 'The shop is slow', message: 'Slow. '.repeat(3_000) });
