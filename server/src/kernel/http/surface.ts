import type { Authenticator, Caller, Source } from './caller.ts';
import type { Examples } from './openapi/example.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';

/**
 * An API surface for one kind of caller: its prefix, authentication, routes and OpenAPI document. Surfaces share only
 * the server and the database. A credential of one is unknown to the others.
 */
export interface Surface<C extends Caller = Caller> {
  readonly name: string;
  /** Path prefix of all its routes. */
  readonly prefix: string;
  readonly authenticator: Authenticator<C>;
  readonly routes: readonly Route<C>[];
  readonly document: SurfaceDocument;
  readonly limits: SurfaceLimits;
  /** Headers that carry its credentials, if pages of any origin may send them. Absent if a cookie carries them. */
  readonly corsHeaders?: readonly string[];
  /** Paths of writes whose bodies may have unknown fields, because a specification that does not forbid them has them. */
  readonly specified?: ReadonlySet<string>;
  /** Path of the route that shows an action, for the Location header of queued actions. */
  readonly actionPath?: string;
  /** Records answered requests of customers, if they are kept. */
  readonly requestLog?: RequestLog | undefined;
  /** Refuses a request before authentication, for example one that a page of another origin made a browser send. */
  guard?(request: Knock): void;
}

export interface Knock extends Source {
  readonly method: string;
}

interface SurfaceLimits {
  /** Wrong credentials, and errors of unknown callers, per minute and address before the address is rate limited. */
  readonly failures: number;
  /** Default size limit of a body. */
  readonly bodyBytes: number;
}

/** Fields of the OpenAPI document that routes do not declare. */
interface SurfaceDocument {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Descriptions by tag (first path segment). */
  readonly tags: Readonly<Record<string, string>>;
  /** Headers that every write requires, with their descriptions. */
  readonly writeHeaders?: Readonly<Record<string, string>>;
  /** True if some callers use the sandbox and can request outcomes. */
  readonly sandbox?: boolean;
  /** Recorded responses of its operations. */
  readonly examples?: Examples;
}
