/** Stands for the origin of the panel, so that the result does not depend on it. */
const OWN = 'https://panel.invalid';

/**
 * Returns an address as a normalized path of this site. Returns undefined for all other input: a browser must not leave
 * for another site because of a link that somebody made.
 */
export function findOwnPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined;
  // Browsers drop tabs and line breaks, and read a backslash as a slash. The parser does the same.
  const url = URL.parse(address, OWN);
  if (url?.origin !== OWN) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A path such as `/.//other.example` only becomes the address of a host once it is normalized or decoded.
  return /^\/(?:[/\\]|%2f|%5c)/i.test(path) ? undefined : path;
}
