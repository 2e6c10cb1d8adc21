import type { ParameterValues } from './parameters.ts';

export const KNOWN_PLACEHOLDERS: ReadonlySet<string> = new Set(['address', 'hostname']);
const PLACEHOLDER = /\{([a-z][a-z0-9_]*)\}/g;

interface Place {
  readonly hostname: string;
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
}

export function findPlaceholders(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** Returns the URL of an application. Null if the recipe has none or the values make it invalid. */
export function writeUrl(url: string | null, { hostname, ipv4, ipv6 }: Place, values: ParameterValues): string | null {
  if (url === null) return null;
  const [first6] = ipv6;
  const address = ipv4[0] ?? (first6 === undefined ? hostname : `[${first6}]`);
  const known: ParameterValues = { ...values, hostname, address };
  const written = url.replace(PLACEHOLDER, (_all, name: string) => String(known[name] ?? ''));
  return URL.canParse(written) ? new URL(written).href : null;
}
