const MOST_BYTES = 1024 * 1024;

/** As long as a body may be, nearly: a field with as many items as fit. */
export function fillWithItems(before: string, after: string): string {
  const room = MOST_BYTES - before.length - after.length - 1;
  return `${before}0${',0'.repeat(Math.floor(room / 2))}${after}`;
}

/** As deep as a body can be. */
export function nest(before: string, after: string): string {
  const levels = Math.floor((MOST_BYTES - before.length - after.length) / 2);
  return `${before}${'['.repeat(levels)}${']'.repeat(levels)}${after}`;
}

export const NEW_TICKET = JSON.stringify({ subject: 'The shop is slow', message: 'Slow. '.repeat(3_000) });
