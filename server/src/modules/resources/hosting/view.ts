import type { VpsDriver } from '#engines/vps/driver.ts';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Hosting } from './schemas.ts';
import type { ShownHosting } from './shown.ts';
import type { HostingRow } from './store.ts';
import { includedBytes, termsOf } from './traffic/terms.ts';

/** The capabilities of the engine are the same for all of its machines. */
type Capable = Pick<VpsDriver, 'capabilities'>;

const DELAYED = 'The server could not be created yet. Creation is retried automatically.';

/** Records of a page share the names of the capabilities. */
export function viewHosting(row: ShownHosting, vps: Capable, capabilities = [...vps.capabilities]): Hosting {
  return {
    id: row.id,
    hostname: row.hostname,
    label: row.label,
    tags: parseTags(row.tags),
    note: row.note,
    protected: row.protected_at !== null,
    rescue: row.rescue_since !== null,
    status: row.status,
    status_reason: explainStatus(row),
    plan: row.plan,
    region: row.region,
    node: row.node,
    vcpus: row.vcpus,
    memory_mb: row.memory_mb,
    disk_gb: row.disk_gb,
    image: row.image,
    login: row.login,
    ipv4: JSON.parse(row.ipv4),
    ipv6: JSON.parse(row.ipv6),
    subscription_id: row.subscription_id,
    suspended_at: formatOptionalTime(row.suspended_at),
    suspension_reason: row.suspension_reason,
    drilled_at: formatOptionalTime(row.drilled_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    traffic: { out_bytes: row.traffic_out_bytes ?? 0, included_bytes: includedBytes(termsOf(row)) },
    capabilities,
  };
}

const parsedTags = new Map<string, string[]>();
const KNOWN_TAGS = 1024;

/** Many servers have the same tags, so they are parsed once. */
function parseTags(text: string): string[] {
  let tags = parsedTags.get(text);
  if (tags === undefined) {
    if (parsedTags.size >= KNOWN_TAGS) parsedTags.clear();
    tags = JSON.parse(text) as string[];
    parsedTags.set(text, tags);
  }
  return tags;
}

function explainStatus(row: ShownHosting): string | null {
  if (row.isolation_reason !== null) return `The network of this server is off. ${row.isolation_reason}`;
  return row.delay_reason ?? (row.delayed_since === null ? null : DELAYED);
}

export function viewSshKeys({ id, ssh_keys }: HostingRow) {
  return { id, ssh_keys: JSON.parse(ssh_keys) as string[] };
}

export function viewQueued<Id extends number | null>(
  { hosting, actionId }: { hosting: HostingRow; actionId: Id },
  vps: Capable,
) {
  return { ...viewHosting(hosting, vps), action_id: actionId };
}
