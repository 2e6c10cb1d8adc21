import type { FastifyRequest } from 'fastify';
import type { Actor, AuditedRecord, Deed } from '../audit/deed.ts';
import { describeRecord } from '../audit/record.ts';
import type { Caller, Environment } from './caller.ts';
import type { AnyRoute } from './route.ts';

/** What a request does, for the audit. Who calls may become known only while it is answered: whoever signs in. */
export class RequestDeed implements Deed {
  readonly action: string;
  readonly changed: readonly string[];
  /** While the caller is still there: the socket of one who hung up does not tell any more. */
  readonly address: string | null;
  recorded = false;
  readonly #request: FastifyRequest;

  /** Before the body is checked, which fills in what was not given. */
  constructor(action: string, route: AnyRoute, request: FastifyRequest) {
    this.action = action;
    this.changed = listGiven(route, request.body);
    this.address = request.ip ?? null;
    this.#request = request;
  }

  get actor(): Actor | undefined {
    return this.#request.caller ? actorOf(this.#request.caller) : undefined;
  }

  /** What people do to themselves is of interest to all accounts they belong to. */
  get accounts(): readonly number[] {
    const { caller } = this.#request;
    return caller?.account ? [caller.account.id] : (caller?.belongsTo ?? []);
  }

  get environment(): Environment {
    return this.#request.caller?.credential.environment ?? 'live';
  }

  get requestId(): string {
    return this.#request.id;
  }
}

function actorOf({ credential: { kind, id, label } }: Caller): Actor {
  return { kind: kind === 'staff' ? 'operator' : kind, id, label };
}

/** Names that the route declares, never what somebody made up. */
function listGiven(route: AnyRoute, body: unknown): readonly string[] {
  if (!('body' in route) || !route.body || typeof body !== 'object' || body === null) return [];
  const given = body as Record<string, unknown>;
  const declared = Object.keys(route.body.properties);
  return declared.filter((name) => given[name] !== undefined && !NAMES_OF_RECORDS.has(name));
}

const NAMES_OF_RECORDS: ReadonlySet<string> = new Set(['id', 'account_id']);

/** The record that a call is about. */
export function findRecord({ record, path }: AnyRoute, id: number, data: unknown): AuditedRecord | null {
  return describeRecord(record ?? groupOf(path), id, data);
}

/** `/backups/schedules/remove` is about one of `backups/schedules`; `/tickets` about one of `tickets`. */
function groupOf(path: string): string {
  const segments = path.split('/').filter(Boolean);
  return segments.slice(0, Math.max(1, segments.length - 1)).join('/');
}
