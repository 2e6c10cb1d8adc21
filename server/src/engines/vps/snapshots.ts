import type { OperationOptions } from '../engine.ts';

export interface VpsSnapshot {
  /** Space that the snapshot uses; null if the engine does not know. */
  sizeBytes: number | null;
}

/** A snapshot of a machine, by name. */
export interface VpsSnapshotRef {
  name: string;
  snapshot: string;
}

/**
 * Snapshots of a machine, which are stored with it and destroyed with it. Names of snapshots follow the rules for names
 * of machines. Requires the capability `snapshots`.
 */
export interface VpsSnapshots<Spec, State> {
  /** Creates a snapshot of the disk; running or stopped. One with this name is an earlier attempt and is replaced. */
  createSnapshot(name: string, snapshot: string, options?: OperationOptions): Promise<VpsSnapshot>;

  /** Returns the settings that a restore must keep, in the format of the engine. They may contain secrets. */
  readSettings(name: string, options?: OperationOptions): Promise<string>;

  /**
   * Stops a machine and replaces its disk with that of a snapshot. Size, limits, addresses and keys stay: they are those
   * of the specification and of the settings that `readSettings` returned before the first attempt. A virtual machine
   * has the keys of the snapshot, because its disk is not accessible while it is off. It is left `stopped`. A missing
   * snapshot is `refused`, as is one that the storage cannot restore; the disk is then unchanged.
   */
  restoreSnapshot(spec: Spec, snapshot: string, settings: string, options?: OperationOptions): Promise<State>;

  /** Deletes a snapshot. A missing snapshot or machine is fine. */
  removeSnapshot(name: string, snapshot: string, options?: OperationOptions): Promise<void>;
}
