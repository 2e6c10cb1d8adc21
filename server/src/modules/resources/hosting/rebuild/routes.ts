import type { VpsDriver } from '#engines/vps/driver.ts';
import { command, type Route } from '#kernel/http/route.ts';
import { HostingWithAction } from '../schemas.ts';
import { viewQueued } from '../view.ts';
import { RebuildRequest } from './schemas.ts';
import type { RebuildService } from './service.ts';

export function rebuildRoutes(rebuilds: RebuildService, vps: Pick<VpsDriver, 'capabilities'>): Route[] {
  return [
    command({
      path: '/hosting/rebuild',
      access: 'hosting.write',
      summary: 'Rebuild a VPS',
      description:
        'Replaces the system of a VPS by an image. The content of the disk is deleted; id, addresses, size, subscription and backups stay. The status is `rebuilding` until the new system runs. If the engine cannot create the new system, the old one keeps running. Images: the current one and those of the plan. If the VPS is protected, suspended, has snapshots or another action is in progress, the error is `CONFLICT`.',
      status: 202,
      message: 'Rebuild queued.',
      id: { aliases: ['hosting_id'], description: 'Identifier of the VPS.' },
      body: RebuildRequest,
      data: HostingWithAction,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        return viewQueued(yield* rebuilds.rebuild(caller.account.id, id, body, now), vps);
      },
    }),
  ];
}
