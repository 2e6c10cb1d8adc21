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

/** The same for one account, where `default` gives a limit back to what holds for all: it is undefined then. */
export function parseLimitChanges(text: string): Map<string, number | null | undefined> {
  const changes = new Map<string, number | null | undefined>();
  for (const { name, value } of splitLimits(text)) {
    changes.set(name, value === 'default' ? undefined : parseValue(name, value));
  }
  return changes;
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
