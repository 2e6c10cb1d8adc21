import type { Awaitable } from '@hostler/database';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { sourceOf } from '../net/networks.ts';
import type { Clock } from '../time.ts';
import { type Access, type Authenticator, authorize, type Caller } from './caller.ts';
import { errors } from './errors.ts';
import { readAccountId } from './parameters.ts';
import { type RateCounter, rateLimitExceeded, rateState, windowOf } from './rate-limit.ts';
import type { AnyRoute } from './route.ts';
import type { Surface } from './surface.ts';

interface AdmissionOptions {
  surface: Pick<Surface, 'name' | 'authenticator' | 'limits'>;
  counter: RateCounter;
  clock: Clock;
}

/** Admits requests to one API surface: credentials (401), then rate (429), then allowed use and scope (403). */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Admits a request by its headers. Synchronous if the credentials are cached, the common case, to avoid a promise.
   */
  admit(access: Access, request: FastifyRequest): Awaitable<Caller> {
    let caller: Awaitable<Caller>;
    try {
      caller = this.#options.surface.authenticator.authenticate(request);
    } catch (error) {
      return this.#refuseHeaders(error, request);
    }
    if (!(caller instanceof Promise)) return this.#enter(access, caller, request);
    return caller.then(
      (known) => this.#enter(access, known, request),
      (error) => this.#refuseHeaders(error, request),
    );
  }

  /**
   * Checks that need the parsed body: the account belongs to the caller, its rights in that account, and a recent
   * confirmation by password. Routes without an account have their rights checked by `admit`.
   */
  arrive(
    { access, account, confirmed, forViews }: Pick<AnyRoute, 'access' | 'account' | 'confirmed' | 'forViews'>,
    request: FastifyRequest,
  ): Caller {
    const { authenticator } = this.#options.surface;
    let { caller } = request;
    if (!caller) throw new Error(`${request.url} has no authenticated caller`);
    if (account) {
      const id = readAccountId(request.query as Record<string, unknown>, request.body);
      caller = request.caller = enterAccount(authenticator, caller, id);
      authorize(access, caller);
    }
    // Data of a person, not of the account.
    if (caller.credential.readOnly && !caller.account && !forViews) throw onlyReads();
    if (confirmed) authenticator.checkConfirmed?.(caller);
    return caller;
  }

  /** Returns whether the credentials of a request are still valid and give the same rights. Throws if they are refused. */
  async isStill(caller: Caller, request: FastifyRequest): Promise<boolean> {
    const { authenticator } = this.#options.surface;
    const known = await authenticator.authenticate(request);
    authenticator.checkUse(known, request);
    const now = caller.account ? enterAccount(authenticator, known, caller.account.id) : known;
    return now.cacheKey === caller.cacheKey;
  }

  /** Admits a caller identified by the body (a key or a refresh token) instead of headers. */
  enter(caller: Caller, request: FastifyRequest): Awaitable<Caller> {
    return this.#enter('any-credential', caller, request);
  }

  /** Counts a request to a public route by its address. Throws 429 beyond `most` per minute. */
  async countByAddress(most: number, action: string, { ip }: FastifyRequest): Promise<void> {
    const { counter, clock } = this.#options;
    const now = clock.now();
    const used = await counter.increment(`${action} address:${sourceOf(ip)}`, windowOf(now));
    if (used > most) throw rateLimitExceeded(rateState(most, used, now).reset, now);
  }

  /** Counts wrong credentials, and all errors of unknown callers, by address. Throws the error for the response. */
  async refuse(error: unknown, { caller, ip }: FastifyRequest): Promise<never> {
    const status = statusOf(error);
    if (status >= 500 || (caller && status !== 401)) throw error;
    const { surface, counter, clock } = this.#options;
    const now = clock.now();
    const used = await counter.increment(`${surface.name} address:${sourceOf(ip)}`, windowOf(now));
    if (used <= surface.limits.failures) throw error;
    throw rateLimitExceeded(rateState(surface.limits.failures, used, now).reset, now);
  }

  /** Missing credentials are not counted: they are no guess. */
  #refuseHeaders(error: unknown, request: FastifyRequest): Promise<never> {
    return this.#options.surface.authenticator.isTried(request) ? this.refuse(error, request) : Promise.reject(error);
  }

  #enter(access: Access, caller: Caller, request: FastifyRequest): Awaitable<Caller> {
    const now = this.#options.clock.now();
    const used = this.#options.counter.increment(caller.credential.rate.bucket, windowOf(now));
    if (used instanceof Promise) return used.then((count) => this.#count(access, caller, request, count, now));
    return this.#count(access, caller, request, used, now);
  }

  #count(access: Access, caller: Caller, request: FastifyRequest, used: number, now: number): Caller {
    // Set before anything is refused: every response to an identified caller names it and its remaining rate.
    request.caller = caller;
    const { limit } = caller.credential.rate;
    request.rate = rateState(limit, used, now);
    if (used > limit) throw rateLimitExceeded(request.rate.reset, now);
    if (caller.credential.readOnly && request.method !== 'GET' && request.method !== 'HEAD') throw onlyReads();
    this.#options.surface.authenticator.checkUse(caller, request);
    authorize(access, caller);
    return caller;
  }
}

/** Returns the status of an error. Errors of the framework carry one, too; any other error is a bug. */
function statusOf(error: unknown): number {
  return error instanceof AppError ? error.status : ((error as { statusCode?: number } | null)?.statusCode ?? 500);
}

function onlyReads(): AppError {
  return errors.view_only_reads();
}

function enterAccount(authenticator: Authenticator, caller: Caller, accountId: number): Caller {
  if (!authenticator.enterAccount) throw new Error('this API does not support accounts');
  return authenticator.enterAccount(caller, accountId);
}
