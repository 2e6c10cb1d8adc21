import type { Preset } from '#parts/scopes/scopes.ts';
import { texts } from './texts.ts';

const TECHNICAL = [
  'hosting',
  'domains',
  'databases',
  'backups',
  'applications',
  'emails',
  'monitoring',
  'tickets',
  'webhooks',
];
const BILLING = ['billing', 'tickets'];

function of(groups: readonly string[]): (scope: string) => boolean {
  return (scope) => groups.some((group) => scope.startsWith(`${group}.`));
}

/** Permissions of common company roles. */
export const PRESETS: readonly Preset[] = [
  { name: texts.presets.read, hint: texts.presetHints.read, includes: (scope) => scope.endsWith('.read') },
  { name: texts.presets.technical, hint: texts.presetHints.technical, includes: of(TECHNICAL) },
  { name: texts.presets.billing, hint: texts.presetHints.billing, includes: of(BILLING) },
  { name: texts.presets.all, hint: texts.presetHints.all, includes: () => true },
];
