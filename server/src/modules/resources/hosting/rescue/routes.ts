import type { VpsDriver } from '#engines/vps/driver.ts';
import { command, type Route } from '#kernel/http/route.ts';
import { viewQueued } from '../view.ts';
import { HostingInRescue, RescueRequest } from './schemas.ts';
import type { RescueService } from './service.ts';

export function rescueRoutes(rescues: RescueService, vps: Pick<VpsDriver, 'capabilities'>): Route[] {
  return [
    command({
      path: '/hosting/rescue',
      access: 'hosting.console',
      summary: 'Start or leave the rescue system of a VPS',
      description:
        'Reboots a VPS into a small system with its disk attached, or, with `enabled: false`, from its disk again. `credentials` is returned once and cannot be read again; it is null when you leave. Requires the capability `rescue`, which containers do not have; otherwise the error is `CONFLICT`.',
      status: 202,
      message: 'Reboot queued.',
      id: { aliases: ['hosting_id'], description: 'Identifier of the VPS.' },
      body: RescueRequest,
      data: HostingInRescue,
      secret: true,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        const { credentials, ...queued } = yield* rescues.set(caller.account.id, id, body.enabled, now);
        return { ...viewQueued(queued, vps), credentials };
      },
    }),
  ];
}
