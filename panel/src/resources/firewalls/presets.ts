import { EVERYWHERE, type RuleInput } from './rules.ts';

export type PresetName = 'ssh' | 'web' | 'mail' | 'sshFromHere';

const allow = (ports: string, description: string, networks: readonly string[] = EVERYWHERE): RuleInput => ({
  protocol: 'tcp',
  ports,
  networks: [...networks],
  description,
});

/** Returns the inbound rules of a preset. Null if it needs the address of the reader, which is unknown. */
export function rulesOfPreset(preset: PresetName, address: string | null | undefined): RuleInput[] | null {
  switch (preset) {
    case 'ssh':
      return [allow('22', 'SSH')];
    case 'web':
      return [allow('80', 'HTTP'), allow('443', 'HTTPS')];
    case 'mail':
      return [
        allow('25', 'SMTP'),
        allow('465', 'SMTP (TLS)'),
        allow('587', 'SMTP (submission)'),
        allow('993', 'IMAP (TLS)'),
      ];
    case 'sshFromHere':
      return address ? [allow('22', 'SSH', [toNetwork(address)])] : null;
  }
}

function toNetwork(address: string): string {
  return `${address}/${address.includes(':') ? 128 : 32}`;
}

/** Returns the rules that the list does not have yet. Descriptions do not matter. */
export function listMissing(wanted: readonly RuleInput[], rules: readonly RuleInput[]): RuleInput[] {
  const known = new Set(rules.map(identify));
  return wanted.filter((rule) => !known.has(identify(rule)));
}

function identify({ protocol, ports, networks }: RuleInput): string {
  return JSON.stringify([protocol, ports, networks.map((network) => network.replace(/\/(32|128)$/, '')).toSorted()]);
}
