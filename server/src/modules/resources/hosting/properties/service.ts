import { changeRow, type Page, type PageRequest, type Query } from '@hostler/database';
import { listShown, type ShownHosting } from '../shown.ts';
import type { HostingRow } from '../store.ts';
import { findHosting } from '../work.ts';
import { errors } from './errors.ts';
import type { HostingUpdate } from './schemas.ts';
import { changeProperties, listTagged, type Properties } from './store.ts';
import { normaliseTag, readTags } from './tags.ts';

/** Lists the servers of an account, or those with a tag. */
export function list(accountId: number, page: PageRequest, tag?: string): Query<Page<ShownHosting>> {
  return tag === undefined ? listShown(accountId, page) : listTagged(accountId, page, normaliseTag(tag));
}

/** Changes the given properties of a VPS. Throws NOT_FOUND, or CONFLICT if it is terminated. */
export function update(accountId: number, id: number, given: HostingUpdate, now: number): Query<HostingRow> {
  const tags = given.tags && JSON.stringify(readTags(given.tags));
  return changeRow(
    () => findHosting(accountId, id),
    (row) => {
      if (row.status === 'terminated') throw errors.vps_terminated();
      return changeProperties(accountId, row, readChanges(given, tags, row, now), now);
    },
  );
}

function readChanges(given: HostingUpdate, tags: string | undefined, row: HostingRow, now: number) {
  const changes: Partial<Properties> = {};
  if (given.label !== undefined) changes.label = given.label?.trim() || null;
  if (tags !== undefined) changes.tags = tags;
  if (given.note !== undefined) changes.note = given.note?.trim() || null;
  if (given.protected !== undefined) changes.protected_at = given.protected ? (row.protected_at ?? now) : null;
  return changes;
}

/** Throws CONFLICT if the VPS is protected. */
export function refuseProtected({ protected_at }: Pick<HostingRow, 'protected_at'>): void {
  if (protected_at !== null) throw errors.vps_protected();
}
