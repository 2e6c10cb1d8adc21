import { defineList, ofAccount } from '@hostler/database';
import { HOSTING_ORDERS } from './schemas.ts';
import type { HostingRow } from './store.ts';

/** Columns that the record of a VPS shows. A page reads no others, because reading one costs as much as rendering it. */
const NAMES = [
  'id',
  'hostname',
  'label',
  'tags',
  'note',
  'protected_at',
  'rescue_since',
  'status',
  'isolation_reason',
  'delay_reason',
  'delayed_since',
  'plan',
  'region',
  'node',
  'vcpus',
  'memory_mb',
  'disk_gb',
  'image',
  'bounds',
  'login',
  'ipv4',
  'ipv6',
  'subscription_id',
  'suspended_at',
  'suspension_reason',
  'drilled_at',
  'traffic_out_bytes',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof HostingRow)[];

export type ShownHosting = Pick<HostingRow, (typeof NAMES)[number]>;

export const SHOWN_COLUMNS = NAMES.join(', ');

export const listShown = defineList<ShownHosting>({
  columns: SHOWN_COLUMNS,
  orders: HOSTING_ORDERS,
  strands: [ofAccount('hosting')],
});
