/** A text: plain with placeholders like `{name}`, or parsed at build time if it has a plural. */
export type Text = string | readonly Token[];
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, Text | number>>];
export type Values = Readonly<Record<string, unknown>>;

/** Returns a short key of a text, under which a catalogue stores its translation (FNV-1a). */
export function keyOf(text: Text, context = ''): string {
  const whole = context + (typeof text === 'string' ? text : JSON.stringify(text));
  let hash = 0x811c9dc5;
  for (let at = 0; at < whole.length; at += 1) hash = Math.imul(hash ^ whole.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Returns a function that fills placeholders and chooses plurals by the rules of a locale. */
export function createFormat(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);

  function choose(value: unknown, type: string | undefined, cases: Readonly<Record<string, Text | number>>) {
    const amount = Number(value) - Number(cases.offset ?? 0);
    const exact = cases[String(value)];
    return (exact ?? (type === 'plural' ? cases[rules.select(amount)] : undefined) ?? cases.other ?? '') as Text;
  }

  return function format(text: Text, values: Values = {}, amount?: number): string {
    if (typeof text === 'string') return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
    let result = '';
    for (const token of text) {
      if (typeof token === 'string') {
        result += token === '#' && amount !== undefined ? numbers.format(amount) : token;
        continue;
      }
      const [name, type, cases] = token;
      const value = values[name];
      if (!cases) result += String(value ?? '');
      else result += format(choose(value, type, cases), values, Number(value) - Number(cases.offset ?? 0));
    }
    return result;
  };
}
