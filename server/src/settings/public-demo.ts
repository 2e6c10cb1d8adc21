import { ConfigError } from './readers.ts';

/** Settings about the machine. Engines, mail, databases and the brand of a public demo cannot be set. */
const OWN = new Set([
  'HOSTLER_DATA_DIR',
  'HOSTLER_DEMO',
  'HOSTLER_HOST',
  'HOSTLER_PORT',
  'HOSTLER_PUBLIC_URL',
  'HOSTLER_TRUSTED_PROXIES',
  'HOSTLER_LOG_LEVEL',
  'HOSTLER_METRICS_TOKEN',
  'HOSTLER_COPY_DIR',
  'HOSTLER_SHUTDOWN_DELAY_SECONDS',
  'HOSTLER_SIMULATED_DELAY_MS',
]);

/** Enough for a visit, and not more than the demo itself has. */
const LIMITS = {
  servers: 20,
  domains: 20,
  records: 100,
  databases: 10,
  mailboxes: 30,
  email_aliases: 30,
  email_forwards: 30,
  applications: 10,
  backups: 30,
  schedules: 10,
  snapshots_per_server: 2,
  firewalls: 10,
  checks: 10,
  rules_per_server: 10,
  open_tickets: 20,
  replies: 50,
  subscriptions: 50,
  unpaid_orders: 5,
  queued_actions: 20,
};

/**
 * Returns the settings of a demo for visitors: nothing leaves the machine, and nobody signs up. Refuses settings that
 * would connect it to something real.
 */
export function restrictToPublicDemo(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.keys(env).filter((name) => name.startsWith('HOSTLER_') && env[name]?.trim() && !OWN.has(name));
  if (others.length > 0) {
    throw new ConfigError(`${others.sort().join(', ')} cannot be set for a public demo. Remove it and start again.`);
  }
  return {
    ...env,
    HOSTLER_DEMO: '1',
    HOSTLER_SIGNUP: 'closed',
    HOSTLER_VAT_CHECK: 'staff',
    HOSTLER_LIMITS: Object.entries(LIMITS)
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
  };
}
