import { changeRow, lockName, type Page, type PageRequest, type Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { fieldErrors, notFound, validationError } from '#kernel/errors.ts';
import { startAction } from '../../platform/actions/index.ts';
import type { Server, Servers } from '../hosting/index.ts';
import type { Applied, FirewallActions } from './actions.ts';
import * as attachments from './attachments/store.ts';
import { errors, fieldErrors as tooMany } from './errors.ts';
import { isSmtpBlocked } from './policies/policy.ts';
import { deletePolicy, doubtPolicy, listRules, noteApplied, touchPolicy } from './policies/store.ts';
import { countNetworks } from './rules/count-networks.ts';
import { checkCount, completeRules, readRules } from './rules/read-rules.ts';
import {
  type FirewallChange,
  MAX_FIREWALLS_PER_SERVER,
  MAX_NETWORKS_PER_ACCOUNT,
  MAX_NETWORKS_PER_SERVER,
  type NewFirewall,
  type Rule,
} from './schemas.ts';
import * as store from './store.ts';
import type { Changed } from './view.ts';

interface Dependencies {
  actions: FirewallActions;
  servers: Pick<Servers, 'find' | 'isFirewallOrdered'>;
  vps: Pick<VpsDriver, 'capabilities'>;
  smtpBlocked: boolean;
}

export type FirewallService = ReturnType<typeof createFirewallService>;

export function createFirewallService({ actions, servers, vps, smtpBlocked }: Dependencies) {
  function* list(accountId: number, page: PageRequest): Query<Page<Omit<Changed, 'actionId'>>> {
    const { items, ...rest } = yield* store.listFirewalls(accountId, page);
    const attached = items.length > 0 ? yield* attachments.listAttachments(accountId) : new Map<number, number[]>();
    return { ...rest, items: items.map((firewall) => ({ firewall, hostingIds: attached.get(firewall.id) ?? [] })) };
  }

  function* find(accountId: number, id: number): Query<Omit<Changed, 'actionId'>> {
    const firewall = yield* need(accountId, id);
    return { firewall, hostingIds: yield* attachments.listServersOf(accountId, id) };
  }

  function* create(accountId: number, { name, ...given }: NewFirewall, now: number): Query<Changed> {
    const { inbound = [], outbound = [] } = completeRules(readRules(given));
    checkCount(inbound, outbound);
    const rules = { inbound: JSON.stringify(inbound), outbound: JSON.stringify(outbound) };
    checkSize('inbound', countNetworks(rules));
    const firewall = yield* store.insertFirewall(accountId, { name, ...rules }, now);
    yield* store.firewallsLimit.check(accountId);
    return { firewall, hostingIds: [], actionId: null };
  }

  /** Replaces the given lists of rules. Nothing is applied if only the name changes. */
  function* update(accountId: number, id: number, { name, ...given }: FirewallChange, now: number): Query<Changed> {
    const drafts = readRules(given);
    yield* lock(accountId);
    const before = yield* need(accountId, id);
    const stored = { inbound: JSON.parse(before.inbound) as Rule[], outbound: JSON.parse(before.outbound) as Rule[] };
    const rules = completeRules(drafts, stored);
    checkCount(rules.inbound ?? stored.inbound, rules.outbound ?? stored.outbound);
    const inbound = rules.inbound ? JSON.stringify(rules.inbound) : before.inbound;
    const outbound = rules.outbound ? JSON.stringify(rules.outbound) : before.outbound;
    yield* change(accountId, id, { name: name ?? before.name, inbound, outbound }, now);
    const size = countNetworks({ inbound, outbound });
    // What is too large since an earlier version stays so, and may only shrink.
    if (size > countNetworks(before)) {
      const field = given.inbound ? 'inbound' : 'outbound';
      checkSize(field, size);
      yield* checkServers(accountId, yield* attachments.listServersOf(accountId, id), field);
    }
    const isSame = inbound === before.inbound && outbound === before.outbound;
    return yield* apply(accountId, id, isSame ? [] : yield* attachments.listServersOf(accountId, id), now);
  }

  function* remove(accountId: number, id: number): Query<store.FirewallRow> {
    yield* lock(accountId);
    yield* need(accountId, id);
    const count = (yield* attachments.listServersOf(accountId, id)).length;
    if (count > 0) {
      throw errors.firewall_attached({ servers: count === 1 ? 'a server' : `${count} servers` });
    }
    if (yield* servers.isFirewallOrdered(accountId, id)) {
      throw errors.firewall_of_order();
    }
    const removed = yield* store.deleteFirewall(accountId, id);
    if (!removed) throw notFound('Firewall');
    return removed;
  }

  /** Attaches a firewall to servers. Those that have it already are left alone. */
  function* attach(accountId: number, id: number, hostingIds: readonly number[], now: number): Query<Changed> {
    yield* lock(accountId);
    yield* need(accountId, id);
    const attached: number[] = [];
    for (const hostingId of new Set(hostingIds)) {
      refuseEnded(yield* servers.find(accountId, hostingId));
      if (!(yield* attachments.attach(accountId, id, hostingId, now))) continue;
      yield* checkAttached(accountId, hostingId);
      attached.push(hostingId);
    }
    yield* checkServers(accountId, attached, 'hosting_ids');
    return yield* apply(accountId, id, attached, now);
  }

  /** Detaches a firewall from servers. Those that do not have it are left alone. */
  function* detach(accountId: number, id: number, hostingIds: readonly number[], now: number): Query<Changed> {
    yield* lock(accountId);
    yield* need(accountId, id);
    const detached: number[] = [];
    for (const hostingId of new Set(hostingIds)) {
      yield* servers.find(accountId, hostingId);
      if (yield* attachments.detach(accountId, id, hostingId)) detached.push(hostingId);
    }
    return yield* apply(accountId, id, detached, now);
  }

  /** Queues the new packet rules of servers. */
  function* apply(accountId: number, id: number, hostingIds: readonly number[], now: number): Query<Changed> {
    if (hostingIds.length === 0) return { ...(yield* find(accountId, id)), actionId: null };
    if (!vps.capabilities.has('firewall')) throw errors.firewalls_not_supported();
    const changed: Applied[] = [];
    for (const hostingId of hostingIds) {
      changed.push({ hostingId, version: yield* touchPolicy(accountId, hostingId, now) });
    }
    yield* change(accountId, id, { status: 'applying', error: null }, now);
    const input = { servers: changed };
    const action = yield* startAction(actions.apply, { accountId, resourceId: id, input, now });
    return { ...(yield* find(accountId, id)), actionId: action.id };
  }

  /** Checks the firewalls of an order. Throws NOT_FOUND, VALIDATION_ERROR or CONFLICT. */
  function* check(accountId: number, ids: readonly number[]): Query<void> {
    const wanted = new Set(ids);
    if (wanted.size === 0) return;
    if (wanted.size > MAX_FIREWALLS_PER_SERVER) {
      throw validationError([fieldErrors.too_many_items('firewall_ids', { max: MAX_FIREWALLS_PER_SERVER })]);
    }
    let size = 0;
    for (const id of wanted) size += countNetworks(yield* need(accountId, id));
    checkSize('firewall_ids', size);
    if (size > 0) yield* checkAccount(accountId, 'firewall_ids', size);
    if (!vps.capabilities.has('firewall')) throw errors.firewalls_not_supported();
  }

  /** Attaches the firewalls of the order to a new server. The engine gets the rules with the creation. */
  function* followRecord(accountId: number, hostingId: number, ids: readonly number[], now: number): Query<void> {
    if (ids.length === 0 && !(yield* isSmtpBlocked(accountId, smtpBlocked))) return;
    yield* lock(accountId);
    for (const id of new Set(ids)) {
      if (yield* store.findFirewall(accountId, id)) yield* attachments.attach(accountId, id, hostingId, now);
    }
    yield* noteApplied(hostingId, yield* touchPolicy(accountId, hostingId, now));
  }

  /**
   * Has the rules of a new or replaced machine applied once more. A change of them is not in order with that work, so
   * the engine may have confirmed it for the machine before.
   */
  function* followMachine(_accountId: number, hostingId: number, now: number): Query<void> {
    yield* doubtPolicy(hostingId, now);
  }

  function* followEnd(accountId: number, hostingId: number): Query<void> {
    yield* lock(accountId);
    yield* attachments.detachAll(accountId, hostingId);
    yield* deletePolicy(hostingId);
  }

  function* checkAttached(accountId: number, hostingId: number): Query<void> {
    const { length } = yield* attachments.listFirewallsOf(accountId, hostingId);
    if (length <= MAX_FIREWALLS_PER_SERVER) return;
    throw errors.too_many_firewalls_of_server({ id: hostingId, max: MAX_FIREWALLS_PER_SERVER });
  }

  /** Throws VALIDATION_ERROR if the changed firewalls of servers have too many networks together. */
  function* checkServers(accountId: number, hostingIds: readonly number[], field: string): Query<void> {
    const max = MAX_NETWORKS_PER_SERVER;
    for (const id of hostingIds) {
      const count = (yield* listRules(id)).reduce((sum, rules) => sum + countNetworks(rules), 0);
      if (count > max) throw validationError([tooMany.too_many_networks_of_server(field, { id, max, count })]);
    }
    if (hostingIds.length > 0) yield* checkAccount(accountId, field);
  }

  function* checkAccount(accountId: number, field: string, more = 0): Query<void> {
    const attached = yield* attachments.listAttachedRules(accountId);
    const count = attached.reduce((sum, { servers, ...rules }) => sum + servers * countNetworks(rules), more);
    const max = MAX_NETWORKS_PER_ACCOUNT;
    if (count > max) throw validationError([tooMany.too_many_networks_of_account(field, { max, count })]);
  }

  function* need(accountId: number, id: number): Query<store.FirewallRow> {
    const firewall = yield* store.findFirewall(accountId, id);
    if (!firewall) throw notFound('Firewall');
    return firewall;
  }

  function change(accountId: number, id: number, changes: Partial<store.FirewallState>, now: number) {
    return changeRow(
      () => need(accountId, id),
      (row) => store.changeFirewall(accountId, row, changes, now),
    );
  }

  return { list, find, create, update, remove, attach, detach, check, followRecord, followMachine, followEnd };
}

/** Throws VALIDATION_ERROR if no server could have so many networks. */
function checkSize(field: string, count: number): void {
  const max = MAX_NETWORKS_PER_SERVER;
  if (count > max) throw validationError([tooMany.too_many_networks(field, { max, count })]);
}

/** Serialises changes of the firewalls of an account, so that concurrent ones cannot exceed the limits together. */
function lock(accountId: number): Query<void> {
  return lockName(`firewalls ${accountId}`);
}

function refuseEnded({ status, pending }: Server): void {
  if (status !== 'terminated' && pending !== 'terminate') return;
  throw errors.vps_cannot_have_firewall({ status: status === 'terminated' ? status : 'being terminated' });
}
