/** Limits the operator set for all accounts. Others keep their declared default. */
export interface LimitSettings {
  /** True: only the named limits apply. */
  readonly none: boolean;
  readonly values: LimitValues;
}

/** Limits by name; null means unlimited. */
export type LimitValues = ReadonlyMap<string, number | null>;

export const AS_DECLARED: LimitSettings = { none: false, values: new Map() };

/** Parses `none` or `name=number,…`. Throws an error with a sentence for the operator. */
export function parseLimitSettings(text: string): LimitSettings {
  if (text === 'none') return { none: true, values: new Map() };
  const values = new Map<string, number | null>();
  for (const { name, value } of splitLimits(text)) values.set(name, parseValue(name, value));
  return { none: false, values };
}

/** Changes for one account, by name. Null means unlimited, `default` resets to the general limit. */
export type LimitChanges = Readonly<Record<string, number | null | 'default'>>;

/**
 * Parses `name=number,…`; `default` resets a limit to the general one. Throws an error with a sentence for the
 * operator.
 */
export function parseLimitChanges(text: string): LimitChanges {
  return Object.fromEntries(
    splitLimits(text).map(({ name, value }) => [name, value === 'default' ? value : parseValue(name, value)]),
  );
}

function splitLimits(text: string): { name: string; value: string }[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [, name, value] = /^([^\s=]+)\s*=\s*(\S+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      throw new Error(`${JSON.stringify(part)} is not a limit; write it like servers=200.`);
    }
    return { name, value };
  });
}

function parseValue(name: string, value: string): number | null {
  if (value === 'none') return null;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new Error(`${name} is ${JSON.stringify(value)}; it must be a whole number, or none.`);
}
