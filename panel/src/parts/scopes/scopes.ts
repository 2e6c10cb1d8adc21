import { t } from '@lingui/core/macro';

/** Names of the resources in scopes. */
export const GROUPS: Readonly<Record<string, string>> = {
  hosting: t`Servers`,
  tickets: t`Tickets`,
  domains: t`Domains`,
  billing: t`Billing`,
  backups: t`Backups`,
  monitoring: t`Monitoring`,
  databases: t`Databases`,
  applications: t`Applications`,
  emails: t`E-mail`,
  webhooks: t`Webhooks and events`,
  'hosting.console': t`Server passwords and console`,
};

/** A row of the scope table: read and write access to one resource. */
export interface ScopeGroup {
  readonly name: string;
  readonly read: string | undefined;
  readonly write: string | undefined;
}

/**
 * Groups scopes by resource in the given order: `tickets.read` and `tickets.write` become one row. Any other scope, like
 * `hosting.console`, is a row of its own.
 */
export function groupScopes(scopes: readonly string[]): ScopeGroup[] {
  const names = new Set(scopes.map((scope) => (isReadOrWrite(scope) ? groupOf(scope) : scope)));
  const known = new Set(scopes);
  const pick = (scope: string) => (known.has(scope) ? scope : undefined);
  return [...names].map((name) => ({
    name,
    read: pick(`${name}.read`),
    write: pick(`${name}.write`) ?? pick(name),
  }));
}

export interface Preset {
  readonly name: string;
  readonly hint: string;
  readonly includes: (scope: string) => boolean;
}

const OF_SERVERS = new Set(['hosting', 'domains', 'databases', 'backups', 'applications', 'monitoring']);

export const READ_ONLY: Preset = {
  name: t`Read-only`,
  hint: t`Can view everything and change nothing.`,
  includes: (scope) => scope.endsWith('.read'),
};

export const PRESETS: readonly Preset[] = [
  READ_ONLY,
  { name: t`Everything`, hint: t`All of your own permissions.`, includes: () => true },
  {
    name: t`Servers`,
    hint: t`Servers, domains, databases, backups and applications, without billing and tickets.`,
    includes: (scope) => OF_SERVERS.has(groupOf(scope)) && isReadOrWrite(scope),
  },
  {
    name: t`Billing`,
    hint: t`Invoices, payments and subscriptions.`,
    includes: (scope) => groupOf(scope) === 'billing',
  },
];

export function applyPreset({ includes }: Preset, scopes: readonly string[]): string[] {
  return scopes.filter(includes);
}

/** Returns the preset that matches the chosen scopes, if any. */
export function recognisePreset(
  chosen: readonly string[],
  scopes: readonly string[],
  presets: readonly Preset[] = PRESETS,
): Preset | undefined {
  const given = new Set(chosen);
  return presets.find((preset) => {
    const wanted = applyPreset(preset, scopes);
    return wanted.length === given.size && wanted.every((scope) => given.has(scope));
  });
}

/** Summarises scopes for a table cell: the preset's name or `3 of 19`. */
export function summariseScopes(
  chosen: readonly string[],
  scopes: readonly string[],
  presets: readonly Preset[] = PRESETS,
): string {
  return (
    recognisePreset(chosen, scopes, presets)?.name ?? t`${chosen.length} of ${Math.max(scopes.length, chosen.length)}`
  );
}

function isReadOrWrite(scope: string): boolean {
  return scope.endsWith('.read') || scope.endsWith('.write');
}

function groupOf(scope: string): string {
  return scope.slice(0, scope.lastIndexOf('.'));
}
