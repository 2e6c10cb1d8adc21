import { lockName, type Page, type PageRequest, type Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import { startAction } from '../../platform/actions/index.ts';
import type { Restored, Server, Servers } from '../hosting/index.ts';
import type { ApplicationActions } from './actions.ts';
import { errors, fieldErrors } from './errors.ts';
import type { HttpsService } from './https/service.ts';
import { HEALTH_CHECK } from './installing/install.ts';
import { explainMisfit } from './recipes/needs.ts';
import { fillIn, HTTPS_PARAMETER } from './recipes/parameters.ts';
import type { Recipe } from './recipes/recipe.ts';
import type { RecipeBook } from './recipes/recipe-book.ts';
import { writeUrl } from './recipes/url.ts';
import type { NewApplication } from './schemas.ts';
import { deleteSteps, insertSteps, listSteps } from './steps/store.ts';
import * as store from './store.ts';
import type { Detailed } from './view.ts';

interface Dependencies {
  actions: ApplicationActions;
  book: RecipeBook;
  servers: Pick<Servers, 'find'>;
  vault: Vault;
  vps: Pick<VpsDriver, 'capabilities'>;
  https: HttpsService;
}

export type ApplicationService = ReturnType<typeof createApplicationService>;

export function createApplicationService({ actions, book, servers, vault, vps, https }: Dependencies) {
  function list(accountId: number, page: PageRequest, hostingId?: number): Query<Page<store.ApplicationRow>> {
    return store.listApplications(accountId, page, hostingId);
  }

  function* find(accountId: number, id: number): Query<store.ApplicationRow> {
    const application = yield* store.findApplication(accountId, id);
    if (!application) throw notFound('Application');
    return application;
  }

  function* show(accountId: number, id: number): Query<Detailed> {
    const application = yield* find(accountId, id);
    const content = yield* store.findContent(accountId, id);
    if (!content) throw notFound('Application');
    return { application, content, steps: yield* listSteps(accountId, id) };
  }

  /**
   * Queues an installation. The secrets are returned once and otherwise kept only encrypted, for the action that needs
   * them. Without `mayChangeZones` a domain in a zone of the account gets no record and no certificate.
   */
  function* install(
    accountId: number,
    { hosting_id, slug, parameters = {} }: NewApplication,
    mayChangeZones: boolean,
    now: number,
  ) {
    const recipe = book.find(slug);
    if (!recipe) throw validationError([fieldErrors.application_not_in_catalog('slug')]);
    const { plain: given, secrets } = fillIn(recipe, parameters);
    const domain = https.readDomain(recipe, given);
    const plain = domain === null ? given : { ...given, [HTTPS_PARAMETER]: domain };
    const server = yield* hold(accountId, hosting_id);
    const misfit = explainMisfit(recipe, server);
    if (misfit !== undefined) throw misfit;
    yield* makeRoom(accountId, server, recipe);
    const isWithheld = domain !== null && !mayChangeZones && (yield* https.isInZone(accountId, domain));
    const application = yield* store.insertApplication(
      accountId,
      {
        hosting_id,
        slug,
        name: recipe.name,
        version: recipe.version,
        url: writeUrl(recipe.url, server, plain),
        created_at: now,
        ...(yield* https.place(accountId, isWithheld ? null : domain, server)),
      },
      {
        ports: JSON.stringify(recipe.ports),
        parameters: JSON.stringify(plain),
        recipe: JSON.stringify(recipe),
      },
    );
    yield* store.applicationsLimit.check(accountId);
    yield* store.underWayLimit.check(accountId);
    yield* https.announce(accountId, application, now);
    yield* insertSteps(accountId, application.id, 'install', [...recipe.steps.map(({ name }) => name), HEALTH_CHECK]);
    const action = yield* startAction(actions.install, {
      accountId,
      resourceId: application.id,
      input: { accountId, applicationId: application.id, sealedSecrets: vault.seal(JSON.stringify(secrets)) },
      serialKey: serialKeyOf(hosting_id),
      now,
    });
    const missing = isWithheld ? recordsFor(domain, server) : [];
    return { application, credentials: secrets, missing, actionId: action.id };
  }

  function* remove(accountId: number, id: number, now: number) {
    const { hosting_id } = yield* find(accountId, id);
    const server = yield* hold(accountId, hosting_id);
    const application = yield* find(accountId, id);
    yield* refuseWhileBusy(accountId, server);
    const recipe = yield* chooseRemoval(accountId, application);
    const removing = yield* store.changeApplication(accountId, application, { status: 'removing', error: null });
    if (!removing) throw errors.application_changed_concurrently();
    yield* insertSteps(
      accountId,
      id,
      'remove',
      recipe.removal.map(({ name }) => name),
    );
    const action = yield* startAction(actions.remove, {
      accountId,
      resourceId: id,
      input: { accountId, applicationId: id },
      serialKey: serialKeyOf(hosting_id),
      now,
    });
    return { application: removing, actionId: action.id };
  }

  /**
   * Returns the recipe for the removal. The current recipe is preferred if it has the same version, because it may have
   * been fixed. Otherwise the recipe of the installation is used.
   */
  function* chooseRemoval(accountId: number, { id, slug, version }: store.ApplicationRow): Query<Recipe> {
    const current = book.find(slug);
    if (current?.version === version) {
      yield* store.changeRecipe(accountId, id, JSON.stringify(current));
      return current;
    }
    return JSON.parse((yield* store.findContent(accountId, id))?.recipe ?? '{}');
  }

  /**
   * Locks a server that is running and has no action in progress. Until the transaction ends nobody else queues work
   * inside it.
   */
  function* hold(accountId: number, hostingId: number): Query<Server> {
    yield* lockName(serialKeyOf(hostingId));
    const server = yield* servers.find(accountId, hostingId);
    if (!vps.capabilities.has('execute')) {
      throw errors.applications_not_supported();
    }
    if (server.status !== 'running') {
      throw errors.applications_need_running_vps({ status: server.status });
    }
    if (server.pending !== null) throw errors.vps_action_in_progress();
    return server;
  }

  function* refuseWhileBusy(accountId: number, { id }: Server): Query<store.ApplicationRow[]> {
    const applications = yield* store.listOfServer(accountId, id);
    const busy = applications.find(({ status }) => status === 'installing' || status === 'removing');
    if (busy) throw errors.application_in_progress({ name: busy.name, doing: String(BEING[busy.status]) });
    return applications;
  }

  /**
   * Deletes failed applications of the same recipe before another try. Removing such a record later also removes what
   * the new try installs.
   */
  function* makeRoom(accountId: number, server: Server, { slug, name, single }: Recipe): Query<void> {
    const same = (yield* refuseWhileBusy(accountId, server)).filter((application) => application.slug === slug);
    if (!single) return;
    if (same.some(({ status }) => status !== 'failed')) throw errors.application_only_once({ name });
    for (const { id } of same) yield* forget(accountId, id);
  }

  function* forget(accountId: number, id: number): Query<void> {
    yield* deleteSteps(accountId, id);
    yield* store.deleteApplication(accountId, id);
  }

  /** Deletes the application records of a terminated server. */
  function* followEnd(accountId: number, hostingId: number): Query<void> {
    for (const { id } of yield* store.listOfServer(accountId, hostingId)) yield* forget(accountId, id);
  }

  /**
   * Marks applications as failed after a restore if they were installed after the backup, or were still being
   * installed. The disk of the others has an older certificate or none.
   */
  function* followRestore(accountId: number, hostingId: number, { asOf }: Restored, now: number): Query<void> {
    for (const application of yield* store.listOfServer(accountId, hostingId)) {
      const { status, installed_at } = application;
      const isLost = status === 'installing' || (status === 'running' && (installed_at ?? asOf + 1) > asOf);
      if (isLost) yield* store.changeApplication(accountId, application, { status: 'failed', error: LOST });
      else if (status === 'running') yield* https.begin(accountId, application, now);
    }
  }

  /** Marks all applications as failed after a rebuild, which empties the disk. */
  function* followRebuild(accountId: number, hostingId: number): Query<void> {
    for (const application of yield* store.listOfServer(accountId, hostingId)) {
      const isLost = application.status === 'installing' || application.status === 'running';
      if (isLost) yield* store.changeApplication(accountId, application, { status: 'failed', error: REBUILT });
    }
  }

  return { list, find, show, install, remove, followEnd, followRestore, followRebuild };
}

/** Returns the records that lead a name to a server. */
function recordsFor(name: string, { ipv4, ipv6 }: Server) {
  return [
    ...ipv4.slice(0, 1).map((content) => ({ name, type: 'A' as const, content })),
    ...ipv6.slice(0, 1).map((content) => ({ name, type: 'AAAA' as const, content })),
  ];
}

const BEING: Partial<Record<store.ApplicationRow['status'], string>> = {
  installing: 'being installed',
  removing: 'being removed',
};
const REBUILT = 'The server was rebuilt after this was installed. Install it again.';
const LOST = 'The server was restored from a backup that was made before this was installed. Install it again.';

/**
 * Returns the serial key of work inside a server, which runs one at a time. Actions on the machine, such as a restart,
 * do not wait for it.
 */
export function serialKeyOf(hostingId: number): string {
  return `applications of hosting ${hostingId}`;
}
