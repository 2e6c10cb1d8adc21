import type { VpsKind } from '#engines/vps/driver.ts';

/** Where the disk of a new server comes from, instead of an image. Stored with the server. */
export type ServerSource =
  | { readonly type: 'snapshot'; readonly id: number; readonly hostingId: number }
  | { readonly type: 'backup'; readonly id: number };

/** A source with the properties that the new server takes over or must match. */
export interface FoundSource {
  readonly source: ServerSource;
  /** Name in a sentence. */
  readonly name: 'snapshot' | 'backup';
  readonly kind: VpsKind;
  readonly diskGb: number;
  readonly image: string;
  /** Keys of the original. A new server has them unless its order names others. */
  readonly sshKeys: readonly string[];
}
