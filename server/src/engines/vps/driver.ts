import type { Readable } from 'node:stream';
import type { EngineHealth, OperationOptions } from '../engine.ts';

export const vpsKinds = ['container', 'virtual-machine'] as const;

export type VpsKind = (typeof vpsKinds)[number];

/**
 * How far a machine may go at its neighbours' cost, beyond its size. What is absent is the engine's own default for
 * processes, unlimited for traffic, and no for nesting. An engine that cannot set one makes the machine without it.
 */
export interface VpsBounds {
  processes?: number | undefined;
  /** Each way, in megabits a second. */
  networkMbps?: number | undefined;
  /** Reads and writes each, a second. */
  diskIops?: number | undefined;
  /** Containers inside the container. */
  nesting?: boolean | undefined;
}

/** What a machine shall be. `name` is ours, unique on the engine and never given twice; `hostname` is the customer's. */
export interface VpsSpec {
  /** `[a-z][a-z0-9-]*`, at most 63 characters, no hyphen at the end: what every engine takes as a name. */
  name: string;
  hostname: string;
  kind: VpsKind;
  image: string;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** OpenSSH public keys, one line each, that may log in as root when it is made. */
  sshKeys: readonly string[];
  /** Absent in what an older version wrote down. */
  bounds?: VpsBounds | undefined;
}

/** An image, and the kind of machine that is created from it. */
export type VpsImage = Pick<VpsSpec, 'image' | 'kind'>;

export interface VpsImageReport {
  /** Those of the wanted images that no machine can be created from. */
  missing: VpsImage[];
  /** The images that the engine has, by name; empty if it accepts every name. */
  available: VpsImage[];
}

export type VpsStatus = 'running' | 'stopped';

/** What of a machine can become another while it is there. */
export interface VpsSize extends Pick<VpsSpec, 'vcpus' | 'memoryMb' | 'diskGb'> {
  /** As of a new machine: what is absent is the engine's own default. */
  bounds?: VpsBounds | undefined;
}

/** Halting asks the machine first and pulls the plug after a while; `force` pulls it at once. */
export interface PowerOptions extends OperationOptions {
  force?: boolean | undefined;
}

export interface AdoptOptions extends OperationOptions {
  bounds?: VpsBounds | undefined;
}

/** A machine that was made by other hands and is ours from now on. */
export interface AdoptedVps {
  spec: VpsSpec;
  state: VpsState;
}

export interface VpsState {
  name: string;
  status: VpsStatus;
  /** The host it lives on. */
  node: string;
  ipv4: string[];
  ipv6: string[];
  /** The host does not answer: whether the machine runs is not known, and `status` says nothing. */
  outOfReach?: true;
}

/** What an engine may lack; whoever asks for a thing that it lacks is told so before anything is begun. */
export const vpsCapabilities = ['execute', 'resize'] as const;

export type VpsCapability = (typeof vpsCapabilities)[number];

export interface ExecuteOptions extends OperationOptions {
  /** What the command reads; nothing when absent. */
  input?: string | Buffer | undefined;
  /** Beside the few variables that the engine gives every command: PATH, HOME and the like. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Then the command, and whatever it started, is ended inside the machine. */
  timeoutMs: number;
  /** How much of each stream is kept: its end. The rest is read and dropped. Default: 64 KiB. */
  outputBytes?: number | undefined;
  /** Told what the command writes as it comes; characters arrive whole. */
  onOutput?: ((chunk: string, stream: 'stdout' | 'stderr') => void) | undefined;
}

/** How a command ended. What it wrote may be anything: what is no UTF-8 is replaced, a NUL or an escape sequence is not. */
export interface Executed {
  /** Null where it timed out or a signal ended it; an engine may tell the latter as a shell does, with 128 and more. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** Whether a part of one of them is missing: the beginning was not kept, or the line broke before its end. */
  dropped: boolean;
  timedOut: boolean;
}

/**
 * One reading of one machine. CPU, network and disk traffic are totals since its last boot: they only grow while it
 * runs, and a smaller value than last time means that the engine began to count anew. While stopped a machine uses
 * nothing: its totals stand still or are 0, as the engine remembers them.
 */
export interface VpsSample {
  name: string;
  /** Epoch milliseconds. */
  at: number;
  /** CPU time of all vCPUs together: grows by `vcpus` a second at most. */
  cpuSeconds: number;
  /** 0 while stopped, and only then. */
  memoryUsedBytes: number;
  /** 0 where the engine cannot tell while it is stopped. */
  diskUsedBytes: number;
  networkInBytes: number;
  networkOutBytes: number;
  diskReadBytes: number;
  diskWriteBytes: number;
}

/**
 * The port to whatever runs virtual machines. Work is retried after crashes, so every operation may be run again,
 * finished or half-done, and then ends as if it had run once. Failures are `EngineError`s; an operation on a machine
 * that is not there is `not_found` unless said otherwise.
 */
export interface VpsDriver {
  readonly capabilities: ReadonlySet<VpsCapability>;

  /** Never throws. */
  check(): Promise<EngineHealth>;

  /**
   * Makes the machine and boots it. One that is there already with this name and size is ours from an earlier try:
   * it is booted if need be and kept. With another image or size it is a `conflict`.
   */
  create(spec: VpsSpec, options?: OperationOptions): Promise<VpsState>;

  /**
   * Compares images with those of the engine. If the engine fetches images from an image server that cannot be read, an
   * image that it does not have itself counts as present.
   */
  checkImages(wanted: readonly VpsImage[], options?: OperationOptions): Promise<VpsImageReport>;

  /** Running already is fine, and does not reboot it. */
  start(name: string, options?: OperationOptions): Promise<VpsState>;

  /** Stopped already is fine. */
  stop(name: string, options?: PowerOptions): Promise<VpsState>;

  /** Afterwards it runs, freshly booted, whether it ran before or not: a try that died in the middle left it stopped. */
  restart(name: string, options?: PowerOptions): Promise<VpsState>;

  /** Takes the machine and its disk away. Gone already is fine. */
  destroy(name: string, options?: OperationOptions): Promise<void>;

  /** Undefined when there is no such machine. */
  inspect(name: string): Promise<VpsState | undefined>;

  /** Every machine that is there, in one call: also those that somebody else made or renamed. */
  list(options?: OperationOptions): Promise<VpsState[]>;

  /** Makes these the only public keys that may log in as root; none locks the door. Running or stopped. */
  setAccess(name: string, sshKeys: readonly string[], options?: OperationOptions): Promise<void>;

  /**
   * Gives the machine this size and these bounds; its disk, addresses and keys stay. A container goes on running
   * meanwhile; a virtual machine may be booted anew. One that is off stays off. A disk only grows: a smaller one is
   * `refused` before anything is changed, and so is what the engine cannot give.
   */
  resize(name: string, size: VpsSize, options?: OperationOptions): Promise<VpsState>;

  /** The end of what the machine wrote to its console, for support; empty when nothing was kept. */
  readConsole(name: string): Promise<string>;

  /**
   * Runs a command inside a running machine as root, with no shell in between: each part of it arrives as it is. A
   * command that is not there ends with 127. One that is not running is a `conflict`; where the machine goes down or
   * boots anew in the middle, or the way to it breaks, that is `unreachable`, and how far the command got is not known.
   * A caller who gives up gets his reason once the command was ended.
   */
  execute(name: string, command: readonly string[], options: ExecuteOptions): Promise<Executed>;

  /**
   * Takes over a machine that exists on the engine under another name, stopped, and gives it this one; its disk,
   * size and addresses stay. `source` is a name as the engine's own tool shows it, with `project/` before it where it
   * is in another. Run again after it was done, it answers what is there. From then on it has the bounds of our own
   * machines; one that holds a part of its host, which no bounds could keep, is `refused`.
   */
  adopt(source: string, name: string, options?: AdoptOptions): Promise<AdoptedVps>;

  /** Gives our machines that were made before there were bounds those of a new one, running or not; answers which. */
  tighten(options?: OperationOptions): Promise<string[]>;

  /** One reading of every machine, running or not, in one call. */
  sample(): Promise<VpsSample[]>;

  /** The whole disk as a stream, as it was at one moment; running or stopped. */
  export(name: string, options?: OperationOptions): Promise<Readable>;

  /** Reads an export to its end; `refused` where it is not a whole one. The source is always consumed or destroyed. */
  examine(source: Readable, options?: OperationOptions): Promise<void>;

  /**
   * Makes the machine from an export, in place of the one that has its name, whose addresses it keeps. It is
   * left `stopped`: whether it shall run is the caller's to say. A failed import leaves what was there as it was, and a source
   * that is no whole export is `refused`. The source is always consumed or destroyed.
   */
  import(spec: VpsSpec, source: Readable, options?: OperationOptions): Promise<VpsState>;
}
