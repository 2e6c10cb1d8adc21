/** Whatever a customer typed stays text in a shell. */
export function quoteForShell(text: string): string {
  return /^[\w.:/@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
