import type { Readable } from 'node:stream';
import type { EngineHealth, OperationOptions } from '../engine.ts';
import type { FirewallPolicy } from './firewall.ts';
import type { VpsSnapshotRef, VpsSnapshots } from './snapshots.ts';

export { type FirewallPolicy, type FirewallRule, firewallProtocols } from './firewall.ts';
export type { VpsSnapshot, VpsSnapshotRef } from './snapshots.ts';

export const vpsKinds = ['container', 'virtual-machine'] as const;

export type VpsKind = (typeof vpsKinds)[number];

/**
 * Limits of a machine beyond its size, to protect its neighbours. If absent, processes have the default of the engine,
 * traffic is unlimited, and nesting is off. An engine that cannot set one creates the machine without it.
 */
export interface VpsBounds {
  processes?: number | undefined;
  /** In each direction, in megabits per second. */
  networkMbps?: number | undefined;
  /** Reads and writes each, per second. */
  diskIops?: number | undefined;
  /** Allows containers inside the container. */
  nesting?: boolean | undefined;
  /** Terms of the plan on traffic. Hostler applies them; engines ignore them. */
  traffic?: VpsTraffic | undefined;
}

/** Outbound traffic that a plan includes per calendar month, and what happens beyond it. */
export interface VpsTraffic {
  /** In units of 10^9 bytes. */
  readonly includedGb: number;
  /** `throttle` limits the network until the month ends; `bill` charges each started GB. */
  readonly beyond: 'throttle' | 'bill';
  /** Limit of a throttled server. Defaults to 10. */
  readonly throttleMbps?: number | undefined;
  /** Price of a started GB in minor units, by currency. */
  readonly prices?: Readonly<Record<string, number>> | undefined;
}

/** A fixed address of a machine in its network. */
export interface VpsAddress {
  address: string;
  /** Prefix length of the network. */
  prefix: number;
  gateway: string;
}

/** Fixed addresses. The machine can use no other one of their families. */
export interface VpsAddresses {
  ipv4?: VpsAddress | undefined;
  ipv6?: VpsAddress | undefined;
}

/** Specification of a machine. `name` is ours, unique on the engine and never reused; `hostname` is the customer's. */
export interface VpsSpec {
  /** `[a-z][a-z0-9-]*`, at most 63 characters, no hyphen at the end: valid as a name on every engine. */
  name: string;
  hostname: string;
  kind: VpsKind;
  image: string;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** OpenSSH public keys, one line each, that may log in as root after creation. */
  sshKeys: readonly string[];
  /** Cloud-init user data of the customer, for the first boot. Ignored by images without cloud-init. */
  userData?: string | undefined;
  /** Absent in records of older versions. */
  bounds?: VpsBounds | undefined;
  /** If a family is absent, the engine chooses the address. */
  addresses?: VpsAddresses | undefined;
  /** In effect before the first packet of the machine; without one all packets pass. */
  firewall?: FirewallPolicy | undefined;
}

/** An image, and the kind of machine that is created from it. */
export type VpsImage = Pick<VpsSpec, 'image' | 'kind'>;

export interface VpsImageReport {
  /** Wanted images that no machine can be created from. */
  missing: VpsImage[];
  /** Images of the engine, by name; empty if it accepts every name. */
  available: VpsImage[];
}

export type VpsStatus = 'running' | 'stopped';

/** Properties of a machine that can be changed. */
export interface VpsSize extends Pick<VpsSpec, 'vcpus' | 'memoryMb' | 'diskGb'> {
  /** As for a new machine: if absent, the default of the engine applies. */
  bounds?: VpsBounds | undefined;
}

/** A stop or restart first requests a shutdown and powers off after a timeout; `force` powers off at once. */
export interface PowerOptions extends OperationOptions {
  force?: boolean | undefined;
}

export interface CreateOptions extends OperationOptions {
  /** Nodes that take no new machines. If no other node is left, the call is `unreachable` and waits for one. */
  avoid?: readonly string[] | undefined;
  /** The node that the machine must be on. Default: the engine chooses. */
  node?: string | undefined;
  /**
   * Copies the disk of a snapshot instead of an image. The machine has new addresses, a new identity, and only the keys
   * of its specification. A missing snapshot is `refused`.
   */
  from?: VpsSnapshotRef | undefined;
}

export interface ImportOptions extends OperationOptions {
  /** Creates another machine than the exported one: with new addresses, a new identity and the keys of its specification. */
  anew?: boolean | undefined;
  /** Gives the machine no network, for a copy that must not act in place of the original. */
  isolated?: boolean | undefined;
}

export interface RebuildOptions extends OperationOptions {
  /** Identifies the request: a machine that was rebuilt with this token is not rebuilt again. */
  token: string;
}

export interface RescueOptions extends OperationOptions {
  /** Password of root in the rescue system: letters and digits. */
  password: string;
}

/** A host of the engine. Amounts that the engine does not report are null. */
export interface VpsNode {
  name: string;
  /** False if the host does not answer, or takes no machines at the moment. */
  isOnline: boolean;
  /** CPU threads. */
  cpus: number | null;
  /** Load average of the last minute. */
  load: number | null;
  memoryBytes: number | null;
  memoryUsedBytes: number | null;
  /** Storage pool of new machines. */
  diskBytes: number | null;
  diskUsedBytes: number | null;
}

/** A machine that Hostler did not create, and that `adopt` can take over. */
export interface AdoptableVps extends Pick<VpsSpec, 'kind'> {
  /** Name to pass to `adopt`. */
  source: string;
  status: VpsStatus;
  node: string;
  vcpus: number | null;
  memoryMb: number | null;
  diskGb: number | null;
  /** Sentence that says why it cannot be taken over now; null if it can. */
  problem: string | null;
}

export interface AdoptOptions extends OperationOptions {
  bounds?: VpsBounds | undefined;
}

/** A machine that was created elsewhere and is ours from now on. */
export interface AdoptedVps {
  spec: VpsSpec;
  state: VpsState;
}

export interface VpsState {
  name: string;
  status: VpsStatus;
  /** Host of the machine. */
  node: string;
  ipv4: string[];
  ipv6: string[];
  /** Set if the host does not answer: the state is unknown, and `status` is meaningless. */
  outOfReach?: true;
}

export interface ResizedVps extends VpsState {
  /** Set if the host cannot enforce the limit of the network: the machine runs without it. */
  networkUnlimited?: true;
}

/** Optional features of an engine. A request for a missing one is refused before anything starts. */
export const vpsCapabilities = [
  'execute',
  'resize',
  'terminal',
  'password',
  'firewall',
  'snapshots',
  'rebuild',
  'rescue',
] as const;

export type VpsCapability = (typeof vpsCapabilities)[number];

/** Part of an application that a command belongs to. */
export interface ExecuteStep {
  /** Slug of the recipe. */
  recipe: string;
  /** `check` asks whether a step is done. `certificate` is work on the certificate of the application. */
  kind: 'check' | 'install' | 'health' | 'https' | 'remove' | 'certificate';
  /** Name of the step; `look`, `request`, `publish` or `install` for a certificate. */
  name: string;
}

export interface ExecuteOptions extends OperationOptions {
  /** The simulated engine acts by this and runs no command. Other engines ignore it. */
  step?: ExecuteStep | undefined;
  /** Standard input of the command; empty if absent. */
  input?: string | Buffer | undefined;
  /** Added to the variables that the engine sets for every command, such as PATH and HOME. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** After this time the command and everything it started is killed inside the machine. */
  timeoutMs: number;
  /** Bytes kept of each stream: its end. The rest is read and dropped. Default: 64 KiB. */
  outputBytes?: number | undefined;
  /** Receives output as it arrives; characters are never split. */
  onOutput?: ((chunk: string, stream: 'stdout' | 'stderr') => void) | undefined;
}

/** Result of a command. Its output may be anything: invalid UTF-8 is replaced, a NUL or an escape sequence is not. */
export interface Executed {
  /** Null if it timed out or a signal ended it. An engine may report a signal like a shell, as 128 or more. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** True if output is missing: the beginning was not kept, or the connection broke before its end. */
  dropped: boolean;
  timedOut: boolean;
}

export const terminalKinds = ['shell', 'serial'] as const;

/** `shell` is a login shell of root inside the machine; `serial` is its console, with a login prompt. */
export type TerminalKind = (typeof terminalKinds)[number];

export interface TerminalSize {
  columns: number;
  rows: number;
}

export interface TerminalOptions extends OperationOptions, TerminalSize {
  kind: TerminalKind;
}

/** An open terminal. Nothing is buffered without a bound: a side that does not read makes the other one wait. */
export interface Terminal {
  /** Yields output until the process ends. Call it once. Throws if the connection breaks. */
  read(): AsyncGenerator<Buffer>;
  /** Resolves once there is room for more input. Never rejects: the reader gets the error. */
  write(data: Buffer): Promise<void>;
  resize(size: TerminalSize): void;
  /** Returns the exit code of the shell after its output ended; null for a console, or if a signal ended it. */
  readExitCode(): Promise<number | null>;
  /** Ends the shell and its foreground process as a lost terminal does. A serial console is only detached. */
  close(): void;
}

/** What a simulated terminal shows of a machine. */
export interface ShownMachine extends Pick<VpsSpec, 'hostname' | 'image' | 'vcpus' | 'memoryMb' | 'diskGb'> {
  ipv4: readonly string[];
  ipv6: readonly string[];
}

/** Opens a simulated terminal that reaches no machine, for the sandbox. */
export type OpenSandboxTerminal = (machine: ShownMachine, options: TerminalSize & { kind: TerminalKind }) => Terminal;

/**
 * A reading of one machine. CPU, network and disk traffic are totals since its last boot. They only grow while it runs;
 * a smaller value means that the engine restarted the count. A stopped machine uses nothing: its totals stay the same
 * or are 0, depending on the engine.
 */
export interface VpsSample {
  name: string;
  /** Epoch milliseconds. */
  at: number;
  /** Last boot, in epoch milliseconds of the clock of `at`. Undefined if the engine does not know it, or while stopped. */
  bootedAt?: number;
  /** CPU time of all vCPUs together: grows by at most `vcpus` per second. */
  cpuSeconds: number;
  /** 0 only while stopped. */
  memoryUsedBytes: number;
  /** 0 if the engine does not know it while the machine is stopped. */
  diskUsedBytes: number;
  networkInBytes: number;
  networkOutBytes: number;
  diskReadBytes: number;
  diskWriteBytes: number;
}

/**
 * Interface to an engine for virtual machines. Work is retried after crashes, so every operation may be repeated,
 * finished or half-done, with the same result as one run. Failures are `EngineError`s. An operation on a missing
 * machine is `not_found` unless stated otherwise.
 */
export interface VpsDriver extends VpsSnapshots<VpsSpec, VpsState> {
  readonly capabilities: ReadonlySet<VpsCapability>;

  /** Never throws. */
  check(): Promise<EngineHealth>;

  /**
   * Creates and boots a machine. An existing one with this name and size comes from an earlier attempt: it is booted if
   * needed and kept. With another image or size it is a `conflict`.
   */
  create(spec: VpsSpec, options?: CreateOptions): Promise<VpsState>;

  /**
   * Returns a sentence that says why a new machine cannot have these addresses; undefined if it can, or if that cannot be
   * checked.
   */
  checkAddresses(addresses: VpsAddresses, options?: OperationOptions): Promise<string | undefined>;

  /**
   * Compares images with those of the engine. If the engine uses an image server that cannot be read, an image that it
   * does not have itself counts as present.
   */
  checkImages(wanted: readonly VpsImage[], options?: OperationOptions): Promise<VpsImageReport>;

  /** Starts a machine. A running one is fine, and is not rebooted. */
  start(name: string, options?: OperationOptions): Promise<VpsState>;

  /** Stops a machine. A stopped one is fine. */
  stop(name: string, options?: PowerOptions): Promise<VpsState>;

  /**
   * Restarts a machine. Afterwards it runs, freshly booted, even if it was stopped: an interrupted attempt may have
   * left it stopped.
   */
  restart(name: string, options?: PowerOptions): Promise<VpsState>;

  /** Deletes a machine and its disk. A missing machine is fine. */
  destroy(name: string, options?: OperationOptions): Promise<void>;

  /** Returns undefined if there is no such machine. */
  inspect(name: string): Promise<VpsState | undefined>;

  /** Returns all machines in one call, including those created or renamed by others. */
  list(options?: OperationOptions): Promise<VpsState[]>;

  /**
   * Replaces the public keys that may log in as root; an empty list removes access. Works on running and stopped
   * machines.
   */
  setAccess(name: string, sshKeys: readonly string[], options?: OperationOptions): Promise<void>;

  /**
   * Sets the password of root inside a running machine. The password has letters and digits only. A machine that is not
   * running is a `conflict`; one without the command `chpasswd` is `refused`.
   */
  setPassword(name: string, password: string, options?: OperationOptions): Promise<void>;

  /**
   * Sets size and limits; disk content, addresses and keys stay. A container keeps running; a virtual machine may be
   * rebooted. A stopped one stays off. A disk only grows: a smaller one, or a size the engine cannot provide, is
   * `refused` before anything changes.
   */
  resize(name: string, size: VpsSize, options?: OperationOptions): Promise<ResizedVps>;

  /**
   * Replaces all packet rules of a machine, running or not, at once. They stay in effect after a restart of the machine
   * or its host. Resolves once they are in effect. A policy that is older than the current one changes nothing.
   */
  setFirewall(name: string, policy: FirewallPolicy, options?: OperationOptions): Promise<void>;

  /**
   * Gives a machine exactly these IPv4 addresses beyond its own, running or not. Each is on a network interface of its
   * own, which the system inside configures, and which the packet rules of the machine apply to before its first packet.
   * An address that its network cannot give is `refused` before anything is added. `VpsState` does not contain them.
   */
  setExtraAddresses(name: string, addresses: readonly VpsAddress[], options?: OperationOptions): Promise<void>;

  /**
   * Replaces the disk of a machine by a new one from `spec.image` and boots it; name, size, hardware and addresses stay.
   * The new system is complete before the old one is stopped, and the old one is deleted once the new one runs. If the
   * engine refuses a step, the old machine is as before. A machine with snapshots is a `conflict`.
   */
  rebuild(spec: VpsSpec, options: RebuildOptions): Promise<VpsState>;

  /**
   * Boots a machine into a small rescue system with its disk attached, or, without a password, from its disk again. Only
   * with the capability `rescue`; otherwise `refused`.
   */
  setRescue(name: string, options: RescueOptions | (OperationOptions & { password: null })): Promise<VpsState>;

  /** Returns the end of the console log, for support; empty if nothing was kept. */
  readConsole(name: string): Promise<string>;

  /**
   * Runs a command as root inside a running machine, without a shell: each argument arrives unchanged. An unknown
   * command ends with 127. The simulated engine runs no command: it acts by the step of the options. A machine that is not running is a `conflict`. If it stops or reboots meanwhile, or the
   * connection breaks, that is `unreachable`, and the progress of the command is unknown. If the caller aborts, the
   * call rejects with its reason once the command has ended.
   */
  execute(name: string, command: readonly string[], options: ExecuteOptions): Promise<Executed>;

  /**
   * Opens a terminal in a running machine. A machine that is not running is a `conflict`. The caller must close it in
   * any case; if the caller is killed, the engine ends the shell.
   */
  openTerminal(name: string, options: TerminalOptions): Promise<Terminal>;

  /**
   * Takes over a stopped machine that exists under another name, and renames it; disk, size and addresses stay.
   * `source` is its name in the tool of the engine, with the prefix `project/` if it is in another project. If
   * repeated, returns the existing result. It gets the limits of our machines. A machine that has access to its host,
   * which no limit could prevent, is `refused`.
   */
  adopt(source: string, name: string, options?: AdoptOptions): Promise<AdoptedVps>;

  /**
   * Returns the machines that could be taken over: those of the driver's own place, ours too, and those of others that
   * it may see.
   */
  listAdoptable(options?: OperationOptions): Promise<AdoptableVps[]>;

  /** Returns the hosts with their capacity and usage. */
  listNodes(options?: OperationOptions): Promise<VpsNode[]>;

  /** Applies current limits to our machines that were created before them, running or not. Returns their names. */
  tighten(options?: OperationOptions): Promise<string[]>;

  /** Returns a reading of every machine, running or not, in one call; none of a machine whose state is unknown. */
  sample(): Promise<VpsSample[]>;

  /** Streams a snapshot of the whole disk; running or stopped. */
  export(name: string, options?: OperationOptions): Promise<Readable>;

  /** Reads an export to its end; `refused` if it is incomplete. The source is always consumed or destroyed. */
  examine(source: Readable, options?: OperationOptions): Promise<void>;

  /**
   * Creates a machine from an export, replacing the one of the same name, whose addresses it keeps. It is left
   * `stopped`; the caller decides whether to start it. A failed import keeps the old machine, and an incomplete export
   * is `refused`. The source is always consumed or destroyed.
   */
  import(spec: VpsSpec, source: Readable, options?: ImportOptions): Promise<VpsState>;
}
