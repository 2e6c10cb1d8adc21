import type { StaffRole } from './staff-roles.ts';

/** The operator API's offer of a command. Every command declares one. */
export type CommandOffer<V = Record<string, unknown>, R = unknown> = OfferedCommand<V, R> | LocalCommand;

/** A command that works on the machine of the server, such as one that writes a file there. */
interface LocalCommand {
  /** Why the operator API does not offer it. */
  readonly local: string;
}

export interface OfferedCommand<V = Record<string, unknown>, R = unknown> {
  /** Roles that may call it. An owner has every role. */
  readonly roles: readonly StaffRole[];
  /** Path, if it does not follow from the name. */
  readonly path?: string;
  /** Changes nothing, so the method is GET. Lists and `show` always only read. */
  readonly reads?: boolean;
  /** Without options it reads: a GET that takes only the record, besides the POST. The roles are those of the GET. */
  readonly readsWithout?: { readonly roles: readonly StaffRole[] };
  /** Option that names the record, sent as `id`. Default: the option `id`, if there is one. */
  readonly id?: string;
  /** Options that the operator API does not offer, with their values. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Names of parameters that differ from the option. */
  readonly names?: Readonly<Record<string, string>>;
  /** Status of a success. Default: 201 for `create`, `add`, `record` and `install`, else 200. */
  readonly status?: 200 | 201 | 202;
  /** The result is a list. Known for list commands. */
  readonly list?: boolean;
  /** JSON Schema of the result, or of one item of a list, for the OpenAPI document and the types of the console. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Writes in several transactions, each of which can be repeated. Its response is stored after the last one. */
  readonly severalTransactions?: boolean;
  /** Largest body in bytes, if it carries a file. */
  readonly maxBodyBytes?: number;
  /** Returns why these roles may not send these values; undefined if they may. */
  restrict?(values: V, roles: ReadonlySet<StaffRole>, now: number): string | undefined;
  /** Returns the part of the result that these roles may read. */
  show?(result: R, roles: ReadonlySet<StaffRole>): unknown;
}
