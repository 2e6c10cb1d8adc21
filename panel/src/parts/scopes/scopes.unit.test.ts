import { describe, expect, it } from 'vitest';
import { applyPreset, groupScopes, PRESETS, recognisePreset, summariseScopes } from './scopes.ts';

const SCOPES = ['hosting.read', 'hosting.write', 'tickets.read', 'billing.read', 'monitoring.read', 'backups.write'];
type P = (typeof PRESETS)[number];
const [readOnly, everything, servers, billing] = PRESETS as [P, P, P, P];

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
    expect(applyPreset(servers, SCOPES)).toEqual(['hosting.read', 'hosting.write', 'monitoring.read', 'backups.write']);
    expect(applyPreset(billing, SCOPES)).toEqual(['billing.read']);
    expect(applyPreset(billing, ['tickets.read'])).toEqual([]);
  });

  it('has a row of its own for a scope that is neither read nor write, which the preset for servers leaves out', () => {
    const scopes = ['hosting.read', 'hosting.console'];
    expect(groupScopes(scopes)).toEqual([
      { name: 'hosting', read: 'hosting.read', write: undefined },
      { name: 'hosting.console', read: undefined, write: 'hosting.console' },
    ]);
    expect(applyPreset(everything, scopes)).toEqual(scopes);
    expect(applyPreset(servers, scopes)).toEqual(['hosting.read']);
  });

  it('recognises a preset, whatever the order of its scopes', () => {
    expect(recognisePreset(applyPreset(servers, SCOPES).reverse(), SCOPES)).toBe(servers);
    expect(recognisePreset(['hosting.read'], SCOPES)).toBeUndefined();
    expect(summariseScopes(SCOPES, SCOPES)).toBe('Everything');
    expect(summariseScopes(['hosting.read', 'tickets.read'], SCOPES)).toBe('2 of 6');
  });
});
