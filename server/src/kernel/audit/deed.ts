export const ACTOR_KINDS = ['person', 'key', 'operator', 'command_line', 'system'] as const;

/** Who does something. */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  readonly id: number | null;
  readonly label: string;
}

/** What the audit calls a thing that was changed: its group as in the paths of the API, its id, and what people call it. */
export interface AuditedRecord {
  readonly type: string;
  readonly id: number;
  readonly label: string | null;
}

/** Something that somebody does, from the request or command that asks for it until it is written down. */
export interface Deed {
  readonly actor: Actor | undefined;
  /** In whose accounts; null where it is nobody's. */
  readonly accounts: readonly (number | null)[];
  /** The operation's name, as `tickets.create`; of a command, the words that begin it. */
  readonly action: string;
  readonly environment: 'live' | 'test';
  readonly address: string | null;
  readonly requestId: string | null;
  /** Names of the fields that were given. */
  readonly changed: readonly string[];
  /** Whether it was written down. */
  recorded: boolean;
}
