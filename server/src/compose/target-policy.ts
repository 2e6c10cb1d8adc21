import type { TargetPolicy } from '#kernel/net/target.ts';
import type { Config } from '#settings/config.ts';

/** Returns which addresses webhooks and checks may call. Loopback is for trials on one machine. */
export function readTargetPolicy(config: Config): TargetPolicy {
  const { webhookDenyNetworks: deniedNetworks, webhookAllowNetworks: allowedNetworks, demo, publicDemo } = config;
  return { deniedNetworks, allowedNetworks, allowLoopback: demo, onlyLoopback: publicDemo };
}
