import type { Config } from '../config.ts';
import type { TargetPolicy } from '../kernel/net/target.ts';

/** Where webhooks and checks may go. Loopback is for trying things out on one machine. */
export function readTargetPolicy({ webhookDenyNetworks, webhookAllowNetworks, demo }: Config): TargetPolicy {
  return { deniedNetworks: webhookDenyNetworks, allowedNetworks: webhookAllowNetworks, allowLoopback: demo };
}
