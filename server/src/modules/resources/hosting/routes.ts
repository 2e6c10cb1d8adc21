import { viewPage } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import { HostingFilters } from './properties/schemas.ts';
import {
  AccessRequest,
  HOSTING_ORDERS,
  HOSTING_STATUSES,
  Hosting,
  HostingSshKeys,
  HostingWithAction,
  PowerRequest,
} from './schemas.ts';
import type { HostingService } from './service.ts';
import { readSshKeys } from './ssh-keys/ssh-keys.ts';
import { viewHosting, viewQueued, viewSshKeys } from './view.ts';

const id = { aliases: ['hosting_id'], description: 'Identifier of the VPS.' };

export function hostingRoutes(hosting: HostingService, vps: Pick<VpsDriver, 'capabilities'>): Route[] {
  /** Capabilities of the engine can change while it runs. */
  const edition = () => [...vps.capabilities].join();
  return [
    list({
      path: '/hosting',
      access: 'hosting.read',
      summary: 'List servers',
      description:
        'Lists the servers of the account, newest first. Terminated servers stay in the list. `search` matches the hostname and the label; `tag` filters by tag.',
      item: Hosting,
      edition,
      statuses: HOSTING_STATUSES,
      orders: HOSTING_ORDERS,
      filters: HostingFilters,
      *handle({ caller, query }, page) {
        const names = [...vps.capabilities];
        return viewPage(yield* hosting.list(caller.account.id, page, query.tag), (row) => viewHosting(row, vps, names));
      },
    }),
    show({
      path: '/hosting/show',
      access: 'hosting.read',
      summary: 'Get a VPS',
      description: 'Returns one VPS.',
      id,
      data: Hosting,
      edition,
      *handle(call) {
        return viewHosting(yield* hosting.find(call.caller.account.id, call.id), vps);
      },
    }),
    command({
      path: '/hosting/restart',
      access: 'hosting.write',
      summary: 'Restart a VPS',
      description:
        'Restarts a running VPS. The status changes to `restarting` immediately; `hosting.restarted` is emitted when the VPS is running again. If the VPS is not running, the error is `VPS_NOT_RUNNING`.',
      status: 202,
      message: 'Restart queued.',
      id,
      body: PowerRequest,
      data: HostingWithAction,
      errors: ['VPS_NOT_RUNNING', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        return viewQueued(yield* hosting.restart(caller.account.id, id, body.force === true, now), vps);
      },
    }),
    command({
      path: '/hosting/start',
      access: 'hosting.write',
      summary: 'Start a VPS',
      description:
        'Starts a VPS with the status `stopped` or `error`. A suspended VPS cannot be started: the error is `CONFLICT`.',
      status: 202,
      message: 'Start queued.',
      id,
      data: HostingWithAction,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        return viewQueued(yield* hosting.start(caller.account.id, id, now), vps);
      },
    }),
    command({
      path: '/hosting/stop',
      access: 'hosting.write',
      summary: 'Stop a VPS',
      description: 'Stops a running VPS. The VPS stays stopped until you start it.',
      status: 202,
      message: 'Stop queued.',
      id,
      body: PowerRequest,
      data: HostingWithAction,
      errors: ['CONFLICT'],
      *handle({ caller, id, body, now }) {
        return viewQueued(yield* hosting.stop(caller.account.id, id, body.force === true, now), vps);
      },
    }),
    show({
      path: '/hosting/ssh-keys',
      access: 'hosting.read',
      summary: 'List the SSH keys of a VPS',
      description:
        'Returns the public keys that can log in as root. The keys are those of the last call to `/hosting/access`, or of the order.',
      id,
      data: HostingSshKeys,
      *handle(call) {
        return viewSshKeys(yield* hosting.find(call.caller.account.id, call.id));
      },
    }),
    command({
      path: '/hosting/access',
      access: 'hosting.write',
      summary: 'Replace the SSH keys of a VPS',
      description:
        'Replaces the public keys that can log in as root. An empty list removes all keys. The VPS must be running or stopped and have no other action in progress.',
      status: 202,
      message: 'Replacement of the SSH keys queued.',
      id,
      body: AccessRequest,
      data: HostingWithAction,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        const sshKeys = readSshKeys(body.ssh_keys);
        return viewQueued(yield* hosting.setAccess(caller.account.id, id, sshKeys, now), vps);
      },
    }),
  ];
}
