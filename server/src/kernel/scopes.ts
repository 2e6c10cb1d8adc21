/** All scopes of a key: those of the specification, and `hosting.console` for access to the inside of servers. */
export const SCOPES = [
  'hosting.read',
  'hosting.write',
  'tickets.read',
  'tickets.write',
  'domains.read',
  'domains.write',
  'billing.read',
  'billing.write',
  'backups.read',
  'backups.write',
  'monitoring.read',
  'databases.read',
  'databases.write',
  'applications.read',
  'applications.write',
  'emails.read',
  'emails.write',
  'webhooks.read',
  'webhooks.write',
  // Appended: the position of a scope is part of the keys of cached pages.
  'hosting.console',
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** Returns a bit per scope: a short part of the key of every cached page. */
export function nameScopes(scopes: Iterable<Scope>): number {
  return new Set(scopes).values().reduce((bits, scope) => bits + 2 ** SCOPES.indexOf(scope), 0);
}
