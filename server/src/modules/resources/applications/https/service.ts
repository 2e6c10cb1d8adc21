import { lockName, type Query } from '@hostler/database';
import { validationError } from '#kernel/errors.ts';
import { type NamePlaces, parseDomainName } from '../../domains/index.ts';
import type { Server } from '../../hosting/index.ts';
import { errors, fieldErrors } from '../errors.ts';
import { HTTPS_PARAMETER, type ParameterValues } from '../recipes/parameters.ts';
import type { Recipe } from '../recipes/recipe.ts';
import type { ApplicationRow } from '../store.ts';
import { changeHttps, findOfDomain } from './store.ts';

interface Dependencies {
  /** False if the operator has turned certificates off. Domains are then a matter of the recipe alone. */
  isOffered: boolean;
  places: Pick<NamePlaces, 'findPlace' | 'findZone' | 'republish'>;
}

export type HttpsService = ReturnType<typeof createHttpsService>;

/** The domains of applications and their certificates. */
export function createHttpsService({ isOffered, places }: Dependencies) {
  /** Returns the domain of an installation in its canonical form, or null. Throws VALIDATION_ERROR. */
  function readDomain({ https }: Recipe, values: ParameterValues): string | null {
    const given = values[HTTPS_PARAMETER];
    if (!isOffered || !https || typeof given !== 'string') return null;
    const parsed = parseDomainName(given);
    if (!parsed) throw validationError([fieldErrors.not_a_public_name(`parameters.${HTTPS_PARAMETER}`)]);
    return parsed.name;
  }

  /**
   * Returns the columns of a new application with this domain. Throws CONFLICT if the domain is used by another
   * application of the account, or leads elsewhere in one of its zones.
   */
  function* place(accountId: number, domain: string | null, server: Server) {
    if (domain === null) return { domain, zone_id: null, https_status: null };
    yield* lockName(`applications of ${domain}`);
    const other = yield* findOfDomain(accountId, domain);
    if (other) throw errors.application_domain_used({ name: other.name, domain });
    const zone_id = yield* places.findPlace(accountId, domain, server);
    return { domain, zone_id, https_status: 'pending' as const };
  }

  /** Returns whether a domain is in a zone of the account, so that a record can be added for it. */
  function* isInZone(accountId: number, domain: string): Query<boolean> {
    return (yield* places.findZone(accountId, domain)) !== undefined;
  }

  /** Writes the zone of an application that came or went. */
  function* announce(accountId: number, { zone_id }: ApplicationRow, now: number): Query<void> {
    if (zone_id !== null) yield* places.republish(accountId, zone_id, now);
  }

  /** Makes the certificate due after the installation, or after a restore. */
  function* begin(accountId: number, application: ApplicationRow, now: number): Query<ApplicationRow> {
    if (application.https_status === null) return application;
    return (yield* changeHttps(accountId, application, { https_next_at: now })) ?? application;
  }

  return { isOffered, readDomain, isInZone, place, announce, begin };
}
