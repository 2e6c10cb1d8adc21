const ALLOWED: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Returns an absolute address that is safe to follow, or null. */
export function readLink(text: string): string | null {
  const address = text.trim();
  if (/[\s\p{Cc}\p{Cf}]/u.test(address) || !URL.canParse(address)) return null;
  const { protocol, href, username, password } = new URL(address);
  // A name before the host only serves to hide the host.
  if (!ALLOWED.includes(protocol) || username !== '' || password !== '') return null;
  return href;
}

/** Returns the host or mail address that a link leads to, unless its text already says so. */
export function nameTarget(text: string, url: string): string | null {
  const { protocol, host, pathname } = new URL(url);
  const target = protocol === 'mailto:' ? pathname : host;
  const said = text.trim().toLowerCase();
  const isSaid = said === target.toLowerCase() || said === url.toLowerCase() || said === url.slice(0, -1).toLowerCase();
  return isSaid || isSameAddress(said, url) ? null : target;
}

function isSameAddress(said: string, url: string): boolean {
  return URL.canParse(said) && new URL(said).href === url.toLowerCase();
}
