import type { Config } from '../config.ts';
import type { TargetPolicy } from '../kernel/net/target.ts';

/** Returns which addresses webhooks and checks may call. Loopback is for trials on one machine. */
export function readTargetPolicy({ webhookDenyNetworks, webhookAllowNetworks, demo }: Config): TargetPolicy {
  return { deniedNetworks: webhookDenyNetworks, allowedNetworks: webhookAllowNetworks, allowLoopback: demo };
}
