import type { FastifyRequest } from 'fastify';
import type { Actor, AuditContext, AuditedRecord } from '../audit/audit-context.ts';
import { describeRecord } from '../audit/record.ts';
import type { Environment } from '../environment.ts';
import type { Caller } from './caller.ts';
import type { AnyRoute } from './route.ts';

/** Audit context of a request. The caller may become known only while the request runs, as at sign-in. */
export class RequestAuditContext implements AuditContext {
  readonly action: string;
  readonly changed: readonly string[];
  /** Read early: a closed socket no longer has an address. */
  readonly address: string | null;
  recorded = false;
  readonly #request: FastifyRequest;

  /** Call before validation, which fills in defaults. */
  constructor(action: string, route: AnyRoute, request: FastifyRequest) {
    this.action = action;
    this.changed = listGiven(route, request.body);
    this.address = request.ip ?? null;
    this.#request = request;
  }

  get actor(): Actor | undefined {
    return this.#request.caller ? actorOf(this.#request.caller) : undefined;
  }

  /** Changes of people to themselves are recorded in all accounts they belong to. */
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
  // The id of an operator actor is that of a person.
  if (kind === 'operator_key') return { kind: 'operator', id: null, label };
  return { kind: kind === 'staff' ? 'operator' : kind, id, label };
}

/** Returns the declared fields of the request; never names invented by the caller. */
function listGiven(route: AnyRoute, body: unknown): readonly string[] {
  if (!('body' in route) || !route.body || typeof body !== 'object' || body === null) return [];
  const given = body as Record<string, unknown>;
  const declared = Object.keys(route.body.properties);
  return declared.filter((name) => given[name] !== undefined && !NAMES_OF_RECORDS.has(name));
}

const NAMES_OF_RECORDS: ReadonlySet<string> = new Set(['id', 'account_id']);

/** Returns the record a request is about. */
export function findRecord({ record, path }: AnyRoute, id: number, data: unknown): AuditedRecord | null {
  return describeRecord(record ?? groupOf(path), id, data);
}

/** Returns the record type of a path: `backups/schedules` for `/backups/schedules/remove`, `tickets` for `/tickets`. */
function groupOf(path: string): string {
  const segments = path.split('/').filter(Boolean);
  return segments.slice(0, Math.max(1, segments.length - 1)).join('/');
}
