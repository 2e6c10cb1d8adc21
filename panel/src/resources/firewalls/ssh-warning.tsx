import { Alert, type MantineSpacing } from '@mantine/core';
import { useOwnAddress } from './queries.ts';
import { allowsSsh, type RuleInput } from './rules.ts';
import { texts } from './texts.ts';

interface SshWarningProps {
  /** Inbound rules that would be in effect: of one firewall, or of each server. */
  readonly inbound: readonly (readonly RuleInput[])[];
  readonly of: 'firewall' | 'server';
  /** True if the rules are already in effect. */
  readonly now?: boolean;
  /** Margin below the warning. */
  readonly mb?: MantineSpacing;
}

/** Warns if the rules do not allow SSH from the address of the reader. */
export function SshWarning({ inbound, of, now = false, mb = 0 }: SshWarningProps) {
  const address = useOwnAddress();
  const blocked = address === undefined ? 0 : inbound.filter((rules) => !allowsSsh(rules, address)).length;
  if (address === undefined || blocked === 0) return null;
  return (
    <Alert color="amber" variant="light" mb={mb} title={now ? texts.sshBlockedNow : texts.sshTitle}>
      {of === 'firewall' ? texts.sshOfFirewall(address) : texts.sshOfServers(blocked, inbound.length, address)}
    </Alert>
  );
}
