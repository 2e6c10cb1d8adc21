import type { VpsDriver } from '#engines/vps/driver.ts';
import { command, type Route } from '#kernel/http/route.ts';
import { Hosting } from '../schemas.ts';
import { viewHosting } from '../view.ts';
import { HostingUpdate } from './schemas.ts';
import { update } from './service.ts';

export function propertyRoutes(vps: Pick<VpsDriver, 'capabilities'>): Route[] {
  return [
    command({
      path: '/hosting/update',
      access: 'hosting.write',
      summary: 'Update a VPS',
      description:
        'Changes the label, the tags, the note or the protection of a VPS. Omitted fields stay unchanged; `tags` replaces all tags. A protected VPS cannot be rebuilt, and its subscription cannot be cancelled with immediate effect; a cancellation at the end of the period still works. If the VPS is terminated, the error is `CONFLICT`.',
      status: 200,
      message: 'VPS updated.',
      id: { aliases: ['hosting_id'], description: 'Identifier of the VPS.' },
      body: HostingUpdate,
      data: Hosting,
      errors: ['CONFLICT'],
      *handle({ caller, id, body, now }) {
        return viewHosting(yield* update(caller.account.id, id, body, now), vps);
      },
    }),
  ];
}
