import type { AccountListRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { withOwner } from '../owned.ts';
import { findApplicationOwner, listAllApplications } from './operator-store.ts';
import type { Recipe } from './recipes/recipe.ts';
import type { RecipeBook } from './recipes/recipe-book.ts';
import type { ApplicationStatus, NewApplication } from './schemas.ts';
import type { ApplicationService } from './service.ts';
import { viewApplication, viewInstallation } from './view.ts';

interface Dependencies {
  clock: Clock;
  book: RecipeBook;
  applications: ApplicationService;
  /** Returns the account of a server. Throws NOT_FOUND. */
  findOwner(hostingId: number): Query<number>;
}

export type ApplicationOperatorService = ReturnType<typeof createApplicationOperatorService>;

/** Operations for staff. Installing and removing only queue an action, which the worker runs. */
export function createApplicationOperatorService({ clock, book, applications, findOwner }: Dependencies) {
  function listCatalog() {
    return book.list().map(describeRecipe);
  }

  /** Lists the applications of all accounts or of one. */
  function* list(request: AccountListRequest<ApplicationStatus> = {}) {
    const rows = yield* listAllApplications(request);
    return rows.map((row) => ({ ...withOwner(row, viewApplication(row)), hostname: row.hostname }));
  }

  function* install(input: NewApplication) {
    const owner = yield* findOwner(input.hosting_id);
    return viewInstallation(yield* applications.install(owner, input, true, clock.now()));
  }

  function* remove({ id }: { id: number }) {
    const owner = yield* findApplicationOwner(id);
    if (owner === undefined) throw notFound('Application');
    const { application, actionId } = yield* applications.remove(owner, id, clock.now());
    return { ...viewApplication(application), action_id: actionId };
  }

  /** Converts command-line values to the types that the recipe declares. */
  function readValues(slug: string, texts: Readonly<Record<string, string>>): Record<string, unknown> {
    const types = new Map(book.find(slug)?.parameters.map(({ name, type }) => [name, type]));
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readValue(types.get(name), text)]));
  }

  return { listCatalog, list, install, remove, readValues };
}

function describeRecipe({ slug, name, version, needs, parameters, tested }: Recipe) {
  return {
    slug,
    name,
    version,
    memory_mb: needs.memory_mb,
    systems: needs.systems,
    parameters: parameters.map((parameter) => parameter.name),
    tested,
  };
}

/** Returns other text unchanged, so that the recipe's validation refuses it. */
function readValue(type: Recipe['parameters'][number]['type'] | undefined, text: string): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
