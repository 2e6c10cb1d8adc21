/** A service for tests; a new one needs a file next to this one and a line in `index.ts`. */
export type ServiceName =
  | 'postgres'
  | 'pgbouncer'
  | 'valkey'
  | 'lxd'
  | 'powerdns'
  | 'pebble'
  | 'mariadb'
  | 'mail'
  | 'chromium'
  | 'headless';

export interface StartContext {
  /** Private folder, owned by the user of the service. */
  readonly folder: string;
  /** Full durability (benchmarks) instead of speed (tests). */
  readonly durable: boolean;
  /** Returns the URL of a service that this one needs, once it is ready. */
  urlOf(name: ServiceName): Promise<string>;
  /** Starts the server process; it ends with the runner in any case. */
  spawn(command: string, args: readonly string[], deathSignal: 'TERM' | 'INT' | 'KILL'): ServerProcess;
}

export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<void>;
  hasExited(): boolean;
  /** Returns the output of the server so far, for an error message. */
  readLog(): string;
}

/** A Debian program that can be installed if it is missing. */
export interface Program<Name extends string> {
  readonly name: Name;
  readonly debianPackages: readonly string[];
  /** Cannot be used without root. */
  readonly needsRoot?: true;
  isInstalled(): boolean;
}

export interface Service extends Program<ServiceName> {
  /** Environment variable with the URL of the service. */
  readonly urlVariable: string;
  /** Signal that ends it quickly, because its data is removed, too. */
  readonly stopSignal: NodeJS.Signals;
  /** Dependencies, which are started with it. */
  readonly needs?: readonly ServiceName[];
  /** User to run as if the runner is root and the server refuses root. */
  readonly user?: string;
  /** Starts the server, waits until it is ready, and returns its URL. */
  start(context: StartContext): Promise<string>;
  /** Removes what the ended server left outside its folder. Synchronous: it also runs while the runner exits. */
  cleanUp?(folder: string): void;
}

/** A missing service that could not be installed, with the reason. */
export interface Missing<Name extends string> {
  readonly name: Name;
  readonly reason: string;
}

export type MissingService = Missing<ServiceName>;
