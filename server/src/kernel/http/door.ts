import type { Authenticator, Caller, Source } from './caller.ts';
import type { Examples } from './openapi/example.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';

/**
 * A way into the server for one kind of caller: where it is, how they show who they are, what they can ask for, and the
 * document that says so. Doors share the server and the database and nothing else: a credential of one is unknown at
 * the others.
 */
export interface Door<C extends Caller = Caller> {
  readonly name: string;
  /** What the paths of all its routes begin with. */
  readonly prefix: string;
  readonly authenticator: Authenticator<C>;
  readonly routes: readonly Route<C>[];
  readonly document: DoorDocument;
  readonly limits: DoorLimits;
  /** The headers that carry its credentials, where pages of every origin may send them: never where that is a cookie. */
  readonly corsHeaders?: readonly string[];
  /** The path of the route that shows an action, for the Location of what is queued. */
  readonly actionPath?: string;
  /** Is told of the answered requests of known customers, where they are kept for them. */
  readonly requestLog?: RequestLog | undefined;
  /** Throws what is wrong before anybody asks who calls: say, that a page of another origin made a browser send it. */
  guard?(request: Knock): void;
}

export interface Knock extends Source {
  readonly method: string;
}

interface DoorLimits {
  /** Wrong credentials, and mistakes of nobody known, a minute from one address before it is told to wait. */
  readonly failures: number;
  /** Of a body, where its route does not say. */
  readonly bodyBytes: number;
}

/** Its OpenAPI document, but for what the routes say by themselves. */
interface DoorDocument {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Tag (first path segment) → what it is about. */
  readonly tags: Readonly<Record<string, string>>;
  /** Headers that every write must have, and what they are for. */
  readonly writeHeaders?: Readonly<Record<string, string>>;
  /** Whether some of its callers are of the sandbox and can ask it for outcomes. */
  readonly sandbox?: boolean;
  /** What its operations really answered. */
  readonly examples?: Examples;
}
