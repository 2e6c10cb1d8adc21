import { Alert, type MantineSpacing } from '@mantine/core';
import { useOwnAddress } from './queries.ts';
import { allowsSsh, type RuleInput } from './rules.ts';
import { texts } from './texts.ts';

interface SshWarningProps {
  /** All inbound rules that would be in effect. */
  readonly inbound: readonly RuleInput[];
  /** Rules of one firewall, or of all firewalls of a server. */
  readonly of: 'firewall' | 'server';
  /** True if the rules are already in effect. */
  readonly now?: boolean;
  /** Margin below the warning. */
  readonly mb?: MantineSpacing;
}

/** Warns if the rules do not allow SSH from the address of the reader. */
export function SshWarning({ inbound, of, now = false, mb = 0 }: SshWarningProps) {
  const address = useOwnAddress();
  if (address === undefined || allowsSsh(inbound, address)) return null;
  return (
    <Alert color="amber" variant="light" mb={mb} title={now ? texts.sshBlockedNow : texts.sshTitle}>
      {of === 'firewall' ? texts.sshOfFirewall(address) : texts.sshOfServer(address)}
    </Alert>
  );
}
