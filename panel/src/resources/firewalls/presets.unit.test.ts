import { describe, expect, it } from 'vitest';
import { listMissing, type PresetName, rulesOfPreset } from './presets.ts';

const portsOf = (preset: PresetName) => rulesOfPreset(preset, null)?.map(({ ports }) => ports);

describe('a preset of a firewall', () => {
  it('allows its ports from every address', () => {
    expect([portsOf('ssh'), portsOf('web'), portsOf('mail')]).toEqual([
      ['22'],
      ['80', '443'],
      ['25', '465', '587', '993'],
    ]);
    expect(rulesOfPreset('web', '203.0.113.7')?.[0]).toEqual({
      ...{ protocol: 'tcp', ports: '80', description: 'HTTP' },
      networks: ['0.0.0.0/0', '::/0'],
    });
  });

  it('allows SSH from one IPv4 or IPv6 address only, if it is known', () => {
    expect(rulesOfPreset('sshFromHere', '203.0.113.7')).toMatchObject([{ ports: '22', networks: ['203.0.113.7/32'] }]);
    expect(rulesOfPreset('sshFromHere', '2001:db8::7')).toMatchObject([{ ports: '22', networks: ['2001:db8::7/128'] }]);
    expect([rulesOfPreset('sshFromHere', null), rulesOfPreset('sshFromHere', undefined)]).toEqual([null, null]);
  });

  it('adds only rules that the firewall does not have', () => {
    const web = rulesOfPreset('web', null) ?? [];
    const renamed = web.slice(0, 1).map((rule) => ({ ...rule, description: null, networks: ['::/0', '0.0.0.0/0'] }));
    expect(listMissing(web, renamed)).toEqual(web.slice(1));
    const here = rulesOfPreset('sshFromHere', '203.0.113.7') ?? [];
    const bare = here.map((rule) => ({ ...rule, networks: ['203.0.113.7'] }));
    expect(listMissing(here, bare)).toEqual([]);
    expect(listMissing(here, rulesOfPreset('ssh', null) ?? [])).toEqual(here);
  });
});
