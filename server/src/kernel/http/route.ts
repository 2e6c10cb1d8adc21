import type { IncomingHttpHeaders } from 'node:http';
import type { Feed, FeedRequest, InTurn, Orders, Page, PageRequest, Query } from '@hostler/database';
import type { ErrorCode } from '../errors.ts';
import type { Static, TObject, TProperties, TSchema } from '../type.ts';
import type { Access, Caller, Customer, Member, PanelCaller } from './caller.ts';

/**
 * A route is one declaration: path, access, input, output and handler. The server, the validation and the OpenAPI
 * document are derived from it. Its caller type is that of its API surface (surface.ts): a `Route` is for customers, a
 * `Route<Staff>` for staff.
 */

/** Validated input of a handler, which never sees a request or a reply. */
export interface Call<C extends Caller = Caller, Q = unknown, B = unknown> {
  readonly caller: C;
  readonly now: number;
  /** Id of the resource, if the route takes one. */
  readonly id: number;
  readonly query: Q;
  readonly body: B;
}

/** Scopes that such a caller can have. */
type ScopeOf<C extends Caller> = C extends Caller<infer S> ? S : never;

interface Described<C extends Caller> {
  readonly path: string;
  readonly access: Access<ScopeOf<C>>;
  /** Last word of the operation id (`domains.records.replace`), if it does not follow from the path. */
  readonly operation?: string;
  readonly summary: string;
  /** Begins with a verb in the third person: "Lists …". */
  readonly description: string;
  /** The request names one of the caller's accounts as `account_id`: see `inAccount`. */
  readonly account?: boolean;
  /** Staff who view an account may read it, although it is not about an account. */
  readonly forViews?: boolean;
  /** Requires that the password was entered recently. */
  readonly confirmed?: boolean;
  /** Record type for the audit, if it does not follow from the path. */
  readonly record?: string;
  /** Error codes beyond those of every route of this kind. */
  readonly errors?: readonly ErrorCode[];
}

/** Id parameter: in the query, or on POST in the body, as `id` or under an alias. */
export interface IdParameter {
  /** Name in the documents, if it is not `id`. */
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** The handler receives 0 if the id is absent. */
  readonly optional?: boolean;
  /** The id is required all the same unless the body has this field. */
  readonly requiredWithout?: string;
}

/** A read. The response is cached and has an ETag until a row it was read from is written. */
interface Reading<C extends Caller> extends Described<C> {
  readonly method: 'GET';
  /** Depends on the time or on state in memory: never cached, without an ETag. Only then may the handler read `now`. */
  readonly ofTheMoment?: boolean;
  /** Returns a version of shown data that is not in the database. A different text invalidates the cached response. */
  edition?(): string;
}

export interface ListRoute<C extends Caller = Caller> extends Reading<C> {
  readonly kind: 'list';
  readonly item: TSchema;
  readonly statuses: readonly string[];
  /** Values of `sort_by`, those of the list in the store. The default is `id`, under the name of its field. */
  readonly orders?: Orders | undefined;
  readonly id?: IdParameter | undefined;
  /** Additional filters; the links keep them. */
  readonly filters?: TObject | undefined;
  /** Additional fields of `meta`; a page returns them as `meta`. */
  readonly meta?: TObject | undefined;
  handle(call: Call<C>, page: PageRequest): Query<Page<unknown>>;
}

/** Items in the order of their ids, read from a cursor: nothing is missed, and there is no total. */
export interface FeedRoute<C extends Caller = Caller> extends Reading<C> {
  readonly kind: 'feed';
  readonly item: TSchema;
  readonly id?: undefined;
  readonly filters?: TObject | undefined;
  handle(call: Call<C>, request: FeedRequest): Query<Feed<unknown>>;
}

/** Data that knows how many rows were read for it. The number is not part of the response. */
export interface Examined {
  readonly examined?: number;
}

export interface ShowRoute<C extends Caller = Caller> extends Reading<C> {
  readonly kind: 'show';
  readonly data: TSchema;
  readonly id?: IdParameter | undefined;
  readonly query?: TObject | undefined;
  /** Returns whether the response needs so many rows that the request runs, and is charged, like a search. */
  isLarge?(call: Call<C>): boolean;
  /** A large response has the number of its rows as `examined`. */
  handle(call: Call<C>): Query<unknown>;
}

export interface CommandRoute<C extends Caller = Caller> extends Described<C> {
  readonly kind: 'command';
  readonly method: 'POST';
  /** 201 if created, 202 if queued, otherwise 200. */
  readonly status: 200 | 201 | 202;
  /** Status if `action_id` of the response is null, because nothing had to be queued. */
  readonly statusWithoutAction?: 200;
  readonly message: string;
  readonly data: TSchema;
  readonly id?: IdParameter | undefined;
  readonly body?: TObject | undefined;
  /** The response contains a secret: it is stored encrypted for a replay. */
  readonly secret?: boolean;
  /** Also writes with a test key (webhooks) instead of being rolled back. */
  readonly notSimulated?: boolean;
  /** Calls external systems before the transaction, which must not wait for them. Throws errors of the caller. */
  check?(call: Call<C>): Promise<void>;
  handle(call: Call<C>): Query<unknown>;
}

/** For the few responses that are not one transaction: tokens, sessions, long polls. */
export interface CustomRoute<C extends Caller = Caller> extends Described<C> {
  readonly kind: 'custom';
  readonly method: 'GET' | 'POST';
  readonly status: 200 | 201;
  readonly data: TSchema;
  /** Alternative response with 200 if another step comes first: see `Instead`. */
  readonly instead?: TSchema | undefined;
  readonly id?: IdParameter | undefined;
  readonly query?: TObject | undefined;
  readonly body?: TObject | undefined;
  /** Overrides the usual limit of a mebibyte. */
  readonly maxBodyBytes?: number;
  /** A POST without changes is not audited. */
  readonly changesNothing?: boolean;
  /** Requests per minute and IP address, for a public route whose successful responses cost something. */
  readonly perAddress?: number;
  handle(call: Call<C>, context: CustomContext<C>): Promise<unknown>;
}

/** Returned by a handler that sends the alternative response. */
export class Instead<T = unknown> {
  readonly data: T;

  constructor(data: T) {
    this.data = data;
  }
}

/** Stands for a file in the data of a response. JSON leaves it as it is, and no other field contains it. */
export const FILE = '<file of this response>';

/**
 * Returned by a handler whose response contains a file of some megabytes, at the place of `FILE`. It is encoded and sent
 * in slices.
 */
export class WithFile<T = unknown> {
  readonly data: T;
  readonly bytes: readonly Buffer[];

  constructor(data: T, bytes: readonly Buffer[]) {
    this.data = data;
    this.bytes = bytes;
  }
}

export interface CustomContext<C extends Caller = Caller> {
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  /** Sets a header of a successful response. */
  setHeader(name: string, value: string | readonly string[]): void;
  /** Counts and sets a caller identified by the body (a key, a refresh token, a password). */
  enter(caller: C): Promise<void>;
  /** Runs database work in the slots of the account. Outside of it a handler may wait as long as needed. */
  readonly inTurn: InTurn;
  /** Aborted when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal;
}

/** A stream of hints about changed resources, open as long as the client is connected: names, no data. */
export interface HintsRoute<C extends Caller = Caller> extends Described<C> {
  readonly kind: 'hints';
  readonly method: 'GET';
  readonly id?: undefined;
  readonly query?: TObject | undefined;
  /** Starts to send hints. Returns the function to call when the client has disconnected. */
  handle(call: Call<C>, teller: HintTeller): () => void;
}

export interface HintTeller {
  /** Sends a hint at most a few times per second; hints in between are combined. */
  tell(name: string): void;
  /** Call when the rights of the client may have changed. If they have, the stream ends. */
  recheck(): void;
}

/** A command of the operator. It opens its own transactions; each is audited under the name of the command. */
export interface OperationRoute<C extends Caller = Caller> extends Described<C> {
  readonly kind: 'operation';
  readonly method: 'GET' | 'POST';
  readonly status: 200 | 201 | 202;
  readonly message: string;
  /** A GET that returns a page. */
  readonly isList: boolean;
  /** Schema of the result, or of an item of a list. */
  readonly data: TSchema;
  readonly query: TObject;
  readonly body?: TObject | undefined;
  readonly id?: undefined;
  readonly maxBodyBytes?: number;
  /** Name for the audit. */
  readonly action: string;
  /** Stores the response for its Idempotency-Key after all transactions instead of in the one that writes. */
  readonly storesLater: boolean;
  handle(call: Call<C>, page: PageRequest): Promise<unknown>;
  /** Lists only: reads all rows for a download, page by page. */
  rows?(call: Call<C>): AsyncIterator<readonly object[]>;
  /** Columns of a download without rows. */
  readonly columns?: readonly string[];
  /** Returns the part of a result, or of the items of a list, that the caller may read. */
  show(result: unknown, caller: C): unknown;
}

export type Route<C extends Caller = Customer> =
  | ListRoute<C>
  | FeedRoute<C>
  | ShowRoute<C>
  | CommandRoute<C>
  | CustomRoute<C>
  | OperationRoute<C>
  | HintsRoute<C>;

/** Routes whose responses are cached. */
export type ReadRoute = ListRoute | FeedRoute | ShowRoute;

/** A route of any API surface. */
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
  route: Omit<ShowRoute<C>, 'kind' | 'method' | 'data' | 'query' | 'isLarge' | 'handle'> & {
    data: D;
    query?: Q;
    isLarge?(call: Call<C, Typed<Q>>): boolean;
    handle(call: Call<C, Typed<Q>>): Query<Static<D> & Examined>;
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
    /** Defaults to 200. */
    status?: 200 | 201;
    data: D;
    instead?: I;
    body?: B;
    query?: Q;
    handle(
      call: Call<C, Typed<Q>, Typed<B>>,
      context: CustomContext<C>,
    ): Promise<Static<D> | WithFile<Static<D>> | (I extends TSchema ? Instead<Static<I>> : never)>;
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
 * A panel route about one account, named by `account_id` in the query or, on POST, in the body. The handler runs only
 * if the caller belongs to `caller.account` and has the required access in it.
 */
export function inAccount(route: Route<Member>): Route<PanelCaller> {
  return { ...route, account: true } as unknown as Route<PanelCaller>;
}

/** Adds a route of the public API to the panel API. There, `account_id` names the account. */
export function inPanelToo(route: Route): Route<PanelCaller> {
  return { ...route, account: true } as unknown as Route<PanelCaller>;
}
