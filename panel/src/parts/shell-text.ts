/** Quotes text so that a shell never interprets it. */
export function quoteForShell(text: string): string {
  return /^[\w.:/@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
