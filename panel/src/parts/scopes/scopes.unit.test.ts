import { describe, expect, it } from 'vitest';
import { applyPreset, groupScopes, PRESETS, recognisePreset, summariseScopes } from './scopes.ts';

const SCOPES = ['hosting.read', 'hosting.write', 'tickets.read', 'billing.read', 'monitoring.read', 'backups.write'];
const [readOnly, everything, ci] = PRESETS as [
  (typeof PRESETS)[number],
  (typeof PRESETS)[number],
  (typeof PRESETS)[number],
];

describe('the table of scopes', () => {
  it('has a row for each group, with the scopes that may be granted', () => {
    expect(groupScopes(SCOPES)).toEqual([
      { name: 'hosting', read: 'hosting.read', write: 'hosting.write' },
      { name: 'tickets', read: 'tickets.read', write: undefined },
      { name: 'billing', read: 'billing.read', write: undefined },
      { name: 'monitoring', read: 'monitoring.read', write: undefined },
      { name: 'backups', read: undefined, write: 'backups.write' },
    ]);
  });

  it('has presets that grant only scopes the person has', () => {
    expect(applyPreset(readOnly, SCOPES)).toEqual(['hosting.read', 'tickets.read', 'billing.read', 'monitoring.read']);
    expect(applyPreset(everything, SCOPES)).toEqual(SCOPES);
    expect(applyPreset(ci, SCOPES)).toEqual(['hosting.read', 'hosting.write', 'monitoring.read', 'backups.write']);
  });

  it('has a row of its own for a scope that is neither read nor write, which the preset for CI leaves out', () => {
    const scopes = ['hosting.read', 'hosting.console'];
    expect(groupScopes(scopes)).toEqual([
      { name: 'hosting', read: 'hosting.read', write: undefined },
      { name: 'hosting.console', read: undefined, write: 'hosting.console' },
    ]);
    expect(applyPreset(everything, scopes)).toEqual(scopes);
    expect(applyPreset(ci, scopes)).toEqual(['hosting.read']);
  });

  it('recognises a preset, whatever the order of its scopes', () => {
    expect(recognisePreset(applyPreset(ci, SCOPES).reverse(), SCOPES)).toBe(ci);
    expect(recognisePreset(['hosting.read'], SCOPES)).toBeUndefined();
    expect(summariseScopes(SCOPES, SCOPES)).toBe('Everything');
    expect(summariseScopes(['hosting.read', 'tickets.read'], SCOPES)).toBe('2 of 6');
  });
});
