/** What the operator set for all accounts; what is not named is as its module declared it. */
export interface LimitSettings {
  /** Nothing is limited but what is named. */
  readonly none: boolean;
  readonly values: LimitValues;
}

/** By name; null is no limit. */
export type LimitValues = ReadonlyMap<string, number | null>;

export const AS_DECLARED: LimitSettings = { none: false, values: new Map() };

/** `none`, or `name=number,…`. Throws a sentence. */
export function parseLimitSettings(text: string): LimitSettings {
  if (text === 'none') return { none: true, values: new Map() };
  const values = new Map<string, number | null>();
  for (const { name, value } of splitLimits(text)) values.set(name, parseValue(name, value));
  return { none: false, values };
}

/** For one account, by name: null is no limit, `default` is what holds for all. */
export type LimitChanges = Readonly<Record<string, number | null | 'default'>>;

/** `name=number,…`, where `default` gives a limit back to what holds for all. Throws a sentence. */
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
