import type { TargetPolicy } from '#kernel/net/target.ts';
import type { Config } from '#settings/config.ts';

/** Returns which addresses webhooks and checks may call. Loopback is for trials on one machine. */
export function readTargetPolicy({ webhookDenyNetworks, webhookAllowNetworks, demo }: Config): TargetPolicy {
  return { deniedNetworks: webhookDenyNetworks, allowedNetworks: webhookAllowNetworks, allowLoopback: demo };
}
