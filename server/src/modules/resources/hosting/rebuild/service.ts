import { randomUUID } from 'node:crypto';
import type { Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { validationError } from '#kernel/errors.ts';
import type { HostingActions } from '../actions.ts';
import { checkImage, type ListPlanImages, listImages } from '../images/service.ts';
import { specOf } from '../machine.ts';
import { refuseProtected } from '../properties/service.ts';
import { refuseWithSnapshots } from '../snapshots/refuse.ts';
import { readSshKeys } from '../ssh-keys/ssh-keys.ts';
import { refuseUnless, refuseWhileBusy } from '../state.ts';
import type { HostingRow } from '../store.ts';
import type { UserData } from '../user-data/service.ts';
import { keepUserData } from '../user-data/store.ts';
import { changeHosting, findHosting, type Queued, queueWork } from '../work.ts';
import { errors, fieldErrors } from './errors.ts';
import type { RebuildRequest } from './schemas.ts';

interface Dependencies {
  actions: Pick<HostingActions, 'rebuild'>;
  vps: Pick<VpsDriver, 'capabilities'>;
  userData: UserData;
  listPlanImages: ListPlanImages;
  /** Returns the images of a plan by its name. Undefined if there is no such plan any more. */
  findPlanImages(plan: string): Query<readonly string[] | undefined>;
}

export type RebuildService = ReturnType<typeof createRebuildService>;

export function createRebuildService(dependencies: Dependencies) {
  const { actions, vps, userData, listPlanImages, findPlanImages } = dependencies;

  /** Queues the replacement of the system. Id, addresses, size, subscription and backups stay; the disk is emptied. */
  function* rebuild(accountId: number, id: number, request: RebuildRequest, now: number): Query<Queued> {
    if (!vps.capabilities.has('rebuild')) throw errors.engine_cannot_rebuild();
    const sshKeys = request.ssh_keys && readSshKeys(request.ssh_keys);
    const sealed = request.user_data === undefined ? undefined : userData.seal(request.user_data);
    const before = yield* findHosting(accountId, id);
    yield* checkChoice(before, request.image, sealed !== undefined);
    yield* refuseWithSnapshots(accountId, id, 'rebuilt');
    const hosting = yield* changeHosting(accountId, id, now, (row) => {
      refuseUnless(row, ['running', 'stopped', 'error'], 'rebuilt');
      refuseWhileBusy(row);
      refuseProtected(row);
      if (row.node === null) throw errors.vps_not_created();
      return { status: 'rebuilding', pending: 'rebuild' };
    });
    if (sealed !== undefined) yield* keepUserData(accountId, id, sealed);
    const current = specOf(hosting);
    const spec = { ...current, image: request.image, sshKeys: sshKeys ?? current.sshKeys };
    return yield* queueWork(accountId, actions.rebuild, hosting, { name: spec.name, spec, token: randomUUID() }, now);
  }

  /** Allows the current image, even a deprecated one, and those of the plan; without a plan, all that are offered. */
  function* checkChoice(row: HostingRow, image: string, withUserData: boolean): Query<void> {
    if (image === row.image) return;
    const ofPlan = row.plan === null ? undefined : yield* findPlanImages(row.plan);
    const allowed = ofPlan ?? (yield* listImages(listPlanImages)).map(({ slug }) => slug);
    if (!allowed.includes(image)) {
      const choice = [...new Set([row.image, ...allowed])].slice(0, 20).join(', ');
      throw validationError([fieldErrors.image_not_offered('image', { images: choice })]);
    }
    yield* checkImage(image, row, withUserData);
  }

  return { rebuild };
}
