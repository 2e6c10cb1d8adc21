import type { IncomingHttpHeaders } from 'node:http';
import type { InTurn } from '../db/database.ts';
import type { Feed, FeedRequest } from '../db/feed.ts';
import type { Page, PageRequest } from '../db/page.ts';
import type { Query } from '../db/query.ts';
import type { ErrorCode } from '../errors.ts';
import type { Access, Caller, Customer, Member, PanelCaller } from './caller.ts';
import type { Static, TObject, TProperties, TSchema } from './type.ts';

/**
 * A route is one declaration: path, who may call it, what goes in, what comes out, and the function that answers. The
 * server, the checks and the OpenAPI document are all made from it. Its
 * caller is of the kind that comes in by its door (door.ts): a `Route` is for customers, a `Route<Staff>` for staff.
 */

/** What a handler is given: plain, checked data. It never sees a request or a reply. */
export interface Call<C extends Caller = Caller, Q = unknown, B = unknown> {
  readonly caller: C;
  readonly now: number;
  /** The id of the resource, where the route takes one. */
  readonly id: number;
  readonly query: Q;
  readonly body: B;
}

/** The scopes that such a caller can carry. */
type ScopeOf<C extends Caller> = C extends Caller<infer S> ? S : never;

interface Described<C extends Caller> {
  readonly path: string;
  readonly access: Access<ScopeOf<C>>;
  /** The last word of the operation's name (`domains.records.replace`), where the path does not say it. */
  readonly operation?: string;
  readonly summary: string;
  readonly description?: string;
  /** The request names one of the caller's accounts, as `account_id`: see `inAccount`. */
  readonly account?: boolean;
  /** The password must have been entered a moment ago. */
  readonly confirmed?: boolean;
  /** The group of what a write changes, for the audit, where the path does not say it. */
  readonly record?: string;
  /** Error codes beyond those that every route of this shape can answer. */
  readonly errors?: readonly ErrorCode[];
}

/** How a route takes its id: by query, or on POST by body, under `id` or one of the natural names. */
export interface IdParameter {
  /** What the documents call it, where that is not `id`. */
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** The handler decides whether it is needed; it is given 0 when absent. */
  readonly optional?: boolean;
}

/** What is looked at. It is kept, and known by a tag, until something is written that it was read from. */
interface Looked<C extends Caller> extends Described<C> {
  readonly method: 'GET';
  /** Depends on the time, or on what only memory knows: never kept, and without a tag. Only then may it look at `now`. */
  readonly ofTheMoment?: boolean;
  /** Of what it shows and is not in the database, whose writes end what is kept: another text, another answer. */
  edition?(): string;
}

export interface ListRoute<C extends Caller = Caller> extends Looked<C> {
  readonly kind: 'list';
  readonly item: TSchema;
  readonly statuses: readonly string[];
  readonly id?: IdParameter | undefined;
  /** What else the list can be filtered by; the links keep it. */
  readonly filters?: TObject | undefined;
  /** What its `meta` says beside the counts; a page gives it as `meta`. */
  readonly meta?: TObject | undefined;
  handle(call: Call<C>, page: PageRequest): Query<Page<unknown>>;
}

/** Items in the order of their ids, read from where the reader stopped: nothing is missed, nothing counted. */
export interface FeedRoute<C extends Caller = Caller> extends Looked<C> {
  readonly kind: 'feed';
  readonly item: TSchema;
  readonly id?: undefined;
  readonly filters?: TObject | undefined;
  handle(call: Call<C>, request: FeedRequest): Query<Feed<unknown>>;
}

export interface ShowRoute<C extends Caller = Caller> extends Looked<C> {
  readonly kind: 'show';
  readonly data: TSchema;
  readonly id?: IdParameter | undefined;
  readonly query?: TObject | undefined;
  handle(call: Call<C>): Query<unknown>;
}

export interface CommandRoute<C extends Caller = Caller> extends Described<C> {
  readonly kind: 'command';
  readonly method: 'POST';
  /** 201 for what is created, 202 for what is queued, 200 for the rest. */
  readonly status: 200 | 201 | 202;
  readonly message: string;
  readonly data: TSchema;
  readonly id?: IdParameter | undefined;
  readonly body?: TObject | undefined;
  /** The answer holds a secret: what is kept for a replay is encrypted. */
  readonly secret?: boolean;
  /** Really writes with a test key too (webhooks), instead of being rolled back. */
  readonly notSimulated?: boolean;
  /** Asks the world outside before the transaction, which cannot wait; throws what the caller did wrong. */
  check?(call: Call<C>): Promise<void>;
  handle(call: Call<C>): Query<unknown>;
}

/** For the few answers that are not one transaction: tokens, sessions, long polls. */
export interface CustomRoute<C extends Caller = Caller> extends Described<C> {
  readonly kind: 'custom';
  readonly method: 'GET' | 'POST';
  readonly status: 200 | 201;
  readonly data: TSchema;
  /** What is answered instead, with 200, where there is a step to do before: see `Instead`. */
  readonly instead?: TSchema | undefined;
  readonly id?: IdParameter | undefined;
  readonly query?: TObject | undefined;
  readonly body?: TObject | undefined;
  /** Where far less than the usual mebibyte will do. */
  readonly maxBodyBytes?: number;
  /** A POST that changes nothing, and so is not in the audit. */
  readonly changesNothing?: boolean;
  handle(call: Call<C>, context: CustomContext<C>): Promise<unknown>;
}

/** The other answer of a route that declares one. */
export class Instead<T = unknown> {
  readonly data: T;

  constructor(data: T) {
    this.data = data;
  }
}

export interface CustomContext<C extends Caller = Caller> {
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  /** Of the answer, if it is a good one. */
  setHeader(name: string, value: string | readonly string[]): void;
  /** Counts and announces a caller that was identified by the body (a key, a refresh token, a password). */
  enter(caller: C): Promise<void>;
  /** Whatever uses the database: accounts have turns. Outside of it a handler may wait for as long as it likes. */
  readonly inTurn: InTurn;
  /** Aborted when the caller goes away or the server shuts down. */
  readonly signal: AbortSignal;
}

/** A stream of hints about what has changed, for as long as somebody listens: names, no data. */
export interface HintsRoute<C extends Caller = Caller> extends Described<C> {
  readonly kind: 'hints';
  readonly method: 'GET';
  readonly id?: undefined;
  readonly query?: TObject | undefined;
  /** Begins to tell; answers what to call when nobody listens any more. */
  handle(call: Call<C>, teller: HintTeller): () => void;
}

export interface HintTeller {
  /** At most a few times a second; what comes meanwhile is told together. */
  tell(name: string): void;
  /** What the listener may do has perhaps changed: if so, the stream ends. */
  recheck(): void;
}

export type Route<C extends Caller = Customer> =
  | ListRoute<C>
  | FeedRoute<C>
  | ShowRoute<C>
  | CommandRoute<C>
  | CustomRoute<C>
  | HintsRoute<C>;

/** Those that are kept. */
export type LookedRoute = ListRoute | FeedRoute | ShowRoute;

/** Of whichever door. */
export type AnyRoute = Route<Caller>;

type Shape = TObject<TProperties>;
type Typed<S> = S extends TSchema ? Static<S> : Record<string, never>;

export function list<I extends TSchema, F extends Shape | undefined = undefined, C extends Caller = Customer>(
  route: Omit<ListRoute<C>, 'kind' | 'method' | 'item' | 'filters' | 'handle'> & {
    item: I;
    filters?: F;
    handle(call: Call<C, Typed<F>>, page: PageRequest): Query<Page<Static<I>>>;
  },
): Route<C> {
  return { ...route, kind: 'list', method: 'GET' } as Route<C>;
}

export function feed<I extends TSchema, F extends Shape | undefined = undefined, C extends Caller = Customer>(
  route: Omit<FeedRoute<C>, 'kind' | 'method' | 'item' | 'filters' | 'handle'> & {
    item: I;
    filters?: F;
    handle(call: Call<C, Typed<F>>, request: FeedRequest): Query<Feed<Static<I>>>;
  },
): Route<C> {
  return { ...route, kind: 'feed', method: 'GET' } as Route<C>;
}

export function show<D extends TSchema, Q extends Shape | undefined = undefined, C extends Caller = Customer>(
  route: Omit<ShowRoute<C>, 'kind' | 'method' | 'data' | 'query' | 'handle'> & {
    data: D;
    query?: Q;
    handle(call: Call<C, Typed<Q>>): Query<Static<D>>;
  },
): Route<C> {
  return { ...route, kind: 'show', method: 'GET' } as Route<C>;
}

export function command<D extends TSchema, B extends Shape | undefined = undefined, C extends Caller = Customer>(
  route: Omit<CommandRoute<C>, 'kind' | 'method' | 'data' | 'body' | 'check' | 'handle'> & {
    data: D;
    body?: B;
    check?(call: Call<C, unknown, Typed<B>>): Promise<void>;
    handle(call: Call<C, unknown, Typed<B>>): Query<Static<D>>;
  },
): Route<C> {
  return { ...route, kind: 'command', method: 'POST' } as Route<C>;
}

export function custom<
  D extends TSchema,
  B extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  I extends TSchema | undefined = undefined,
  C extends Caller = Customer,
>(
  route: Omit<CustomRoute<C>, 'kind' | 'status' | 'data' | 'instead' | 'body' | 'query' | 'handle'> & {
    /** 200 where it is not said. */
    status?: 200 | 201;
    data: D;
    instead?: I;
    body?: B;
    query?: Q;
    handle(
      call: Call<C, Typed<Q>, Typed<B>>,
      context: CustomContext<C>,
    ): Promise<Static<D> | (I extends TSchema ? Instead<Static<I>> : never)>;
  },
): Route<C> {
  return { status: 200, ...route, kind: 'custom' } as Route<C>;
}

export function hints<Q extends Shape | undefined = undefined, C extends Caller = Customer>(
  route: Omit<HintsRoute<C>, 'kind' | 'method' | 'query' | 'handle'> & {
    query?: Q;
    handle(call: Call<C, Typed<Q>>, teller: HintTeller): () => void;
  },
): Route<C> {
  return { ...route, kind: 'hints', method: 'GET' } as Route<C>;
}

/**
 * A route of the panel about one account, which the request names: `account_id` in the query or, on POST, in the body. By
 * then `caller.account` is one that the caller belongs to, and `access` was asked of what they may do in it.
 */
export function inAccount(route: Route<Member>): Route<PanelCaller> {
  return { ...route, account: true } as unknown as Route<PanelCaller>;
}
