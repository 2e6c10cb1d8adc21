import type { Database } from '@hostler/database';
import { EngineError, type EngineHealth } from '#engines/engine.ts';
import type { VpsDriver, VpsImage } from '#engines/vps/driver.ts';
import { SECOND } from '#kernel/time.ts';
import { type Plan, readPlan } from './service.ts';
import { listAllPlans } from './store.ts';

/** Commands wait at most this long for the engine. */
const PATIENCE_MS = 10 * SECOND;
const MOST_SUGGESTED = 10;
const MOST_NAMED = 20;
const NOT_CHECKED = 'The images were not checked: the engine cannot be reached. Run `hostler doctor` later.';

interface Dependencies {
  db: Database;
  vps: Pick<VpsDriver, 'checkImages'>;
}

type Wanted = Pick<Plan, 'images' | 'kind'>;

export type PlanImages = ReturnType<typeof createPlanImages>;

/** Compares the images of plans with those of the engine: a server cannot be created from an image that is missing. */
export function createPlanImages({ db, vps }: Dependencies) {
  /** Returns a warning for each image of the plan that is missing. Never throws because of the engine. */
  async function warn(plan: Wanted): Promise<string[]> {
    try {
      const { missing, available } = await vps.checkImages(imagesOf(plan), {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return missing.map((one) => describeMissing(one, available));
    } catch (error) {
      if (isAway(error)) return [NOT_CHECKED];
      throw error;
    }
  }

  /** Checks the images of all plans for `doctor`. */
  async function check(patienceMs: number): Promise<EngineHealth> {
    const plans = (await db.peek(listAllPlans())).map(readPlan);
    const answer = { reachable: true, version: null, advice: null };
    try {
      const signal = AbortSignal.timeout(patienceMs * 0.9);
      const { missing, available } = await vps.checkImages(plans.flatMap(imagesOf), { signal });
      const isMissing = (wanted: VpsImage) => missing.some((one) => isSame(one, wanted));
      const broken = plans.filter((plan) => imagesOf(plan).some(isMissing));
      if (broken.length === 0) return { ...answer, detail: 'The images of all plans exist on the engine.' };
      const named = broken.slice(0, MOST_NAMED).map((plan) => describePlan(plan, isMissing));
      const more = broken.length > MOST_NAMED ? ' There are more.' : '';
      const detail = `Plans with images that do not exist on the engine: ${named.join('; ')}.${more}`;
      // Advise on public plans only: a hidden plan cannot be ordered, and may be retired or not ready yet.
      const first = broken.find(({ visibility }) => visibility === 'public');
      return { ...answer, detail, advice: first ? adviseOn(first, isMissing, available) : null };
    } catch (error) {
      if (isAway(error)) return { ...answer, detail: 'Not checked: the engine cannot be reached.' };
      throw error;
    }
  }

  return { warn, check };
}

function imagesOf({ images, kind }: Wanted): VpsImage[] {
  return images.map((image) => ({ image, kind }));
}

function isSame(a: VpsImage, b: VpsImage): boolean {
  return a.image === b.image && a.kind === b.kind;
}

function isAway(error: unknown): boolean {
  return error instanceof EngineError || (error as Error | undefined)?.name === 'TimeoutError';
}

function describeMissing({ image, kind }: VpsImage, available: readonly VpsImage[]): string {
  const of = kind === 'virtual-machine' ? ' for virtual machines' : '';
  return `There is no image "${image}"${of} on the engine: servers of this plan cannot be created from it. ${suggest({ image, kind }, available)}`;
}

function describePlan(plan: Plan, isMissing: (wanted: VpsImage) => boolean): string {
  const missing = imagesOf(plan)
    .filter(isMissing)
    .map(({ image }) => image);
  const hidden = plan.visibility === 'hidden' ? ', hidden' : '';
  return `${plan.name} (${missing.join(', ')}${hidden})`;
}

function adviseOn(plan: Plan, isMissing: (wanted: VpsImage) => boolean, available: readonly VpsImage[]): string {
  const wanted = imagesOf(plan).find(isMissing) ?? { image: plan.image, kind: plan.kind };
  return `${plan.name}: ${suggest(wanted, available)} Or run: hostler plan hide --id ${plan.id}`;
}

function suggest(wanted: VpsImage, available: readonly VpsImage[]): string {
  const { image, kind } = wanted;
  const option = kind === 'virtual-machine' ? ' --vm' : '';
  const importIt = `Import it: incus image copy images:${image} local: --alias ${image}${option} (LXD: lxc image copy …).`;
  const family = familyOf(image);
  const others = available.filter((one) => one.kind === kind).map((one) => one.image);
  const [near, far] = [
    others.filter((name) => familyOf(name) === family),
    others.filter((name) => familyOf(name) !== family),
  ];
  const names = [...near, ...far].slice(0, MOST_SUGGESTED);
  if (names.length === 0) return importIt;
  const more = others.length > names.length ? ' and others' : '';
  return `${importIt} The engine has: ${names.join(', ')}${more}.`;
}

/** Returns `debian` for both `debian/13` and `debian-13`. */
function familyOf(image: string): string {
  return /^[a-z]+/i.exec(image)?.[0].toLowerCase() ?? image;
}
