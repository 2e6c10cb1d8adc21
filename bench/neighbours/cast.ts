/**
 * The participants, and what was made for them before the first measurement. Plain data, because it is sent to other
 * processes.
 */
export interface Cast {
  readonly innocent: Innocent;
  readonly hostile: Hostile;
  /** Port of the webhook receivers, on every address of the loopback network. */
  readonly receiverPort: number;
}

export interface Innocent {
  readonly accountId: number;
  readonly key: string;
  readonly ticketId: number;
  readonly hostingIds: readonly number[];
}

export interface Hostile {
  readonly accountId: number;
  readonly liveKey: string;
  readonly testKey: string;
  readonly hostingIds: readonly number[];
  /** A ticket with very many long replies. */
  readonly longTicketId: number;
  readonly tickets: number;
  readonly sandboxActions: number;
  readonly backups: number;
}

/** Amount and duration of the measurement, and size of the hostile account. */
export interface NeighbourPlan {
  readonly calmMs: number;
  readonly attackMs: number;
  readonly simulatedDelayMs: number;
  readonly tickets: number;
  readonly sandboxActions: number;
  readonly backups: number;
  readonly longReplies: number;
  readonly largeEvents: number;
  readonly failedDeliveries: number;
}
