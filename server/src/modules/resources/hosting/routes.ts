import type { VpsDriver } from '../../../engines/vps/driver.ts';
import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import {
  AccessRequest,
  HOSTING_STATUSES,
  Hosting,
  HostingSshKeys,
  HostingWithAction,
  PowerRequest,
} from './schemas.ts';
import type { HostingService } from './service.ts';
import { readSshKeys } from './ssh-keys/ssh-keys.ts';
import { viewHosting, viewQueued, viewSshKeys } from './view.ts';

const id = { aliases: ['hosting_id'], description: 'The VPS.' };

export function hostingRoutes(hosting: HostingService, vps: Pick<VpsDriver, 'capabilities'>): Route[] {
  return [
    list({
      path: '/hosting',
      access: 'hosting.read',
      summary: 'List VPS servers',
      description: 'The search looks at the host name and the label. Terminated servers stay in the list.',
      item: Hosting,
      statuses: HOSTING_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* hosting.list(caller.account.id, page), (row) => viewHosting(row, vps));
      },
    }),
    show({
      path: '/hosting/show',
      access: 'hosting.read',
      summary: 'Show a VPS',
      description: 'As the list shows it.',
      id,
      data: Hosting,
      *handle(call) {
        return viewHosting(yield* hosting.find(call.caller.account.id, call.id), vps);
      },
    }),
    command({
      path: '/hosting/restart',
      access: 'hosting.write',
      summary: 'Restart a VPS',
      description: 'It is `restarting` from the answer on. Emits `hosting.restarted` when it runs again.',
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
      description: 'One that is stopped, or in error. A suspended one cannot be started by its owner.',
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
      description: 'One that is running. It stays stopped until it is started.',
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
      summary: 'Show the SSH keys of a VPS',
      description:
        'The public keys that may log in as root, as they were last given to it: by `/hosting/access`, or when it was made.',
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
        'Makes these the only public keys that may log in as root; an empty list locks the door. For a VPS that is running or stopped and has no other work under way.',
      status: 202,
      message: 'Access queued.',
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
