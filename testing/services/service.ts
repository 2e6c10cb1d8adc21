/** A service the tests can ask for; adding one is one file beside this one and one line in `index.ts`. */
export type ServiceName =
  | 'postgres'
  | 'pgbouncer'
  | 'valkey'
  | 'lxd'
  | 'powerdns'
  | 'mariadb'
  | 'mail'
  | 'chromium'
  | 'headless';

export interface StartContext {
  /** A private folder that belongs to the user the service runs as. */
  readonly folder: string;
  /** Keep every promise about the disk (benchmarks), instead of being fast (tests). */
  readonly durable: boolean;
  /** The URL of a service that this one needs, once that answers. */
  urlOf(name: ServiceName): Promise<string>;
  /** Starts the server process; it ends with the runner, whatever happens to the runner. */
  spawn(command: string, args: readonly string[], deathSignal: 'TERM' | 'INT' | 'KILL'): ServerProcess;
}

export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<void>;
  hasExited(): boolean;
  /** What the server wrote so far, for the message when it does not come up. */
  readLog(): string;
}

/** What Debian has, and what can be installed where it is missing. */
export interface Program<Name extends string> {
  readonly name: Name;
  readonly debianPackages: readonly string[];
  /** It cannot be used by a plain user at all. */
  readonly needsRoot?: true;
  isInstalled(): boolean;
}

export interface Service extends Program<ServiceName> {
  /** The environment variable that carries the service's URL to the tests. */
  readonly urlVariable: string;
  /** How to end it: quickly, because its data goes away with it. */
  readonly stopSignal: NodeJS.Signals;
  /** What it stands in front of; started with it. */
  readonly needs?: readonly ServiceName[];
  /** The user to run as when the runner is root and the server refuses to be. */
  readonly user?: string;
  /** Starts the server, waits until it answers, and returns its URL. */
  start(context: StartContext): Promise<string>;
  /** Takes away what the ended server left outside its folder. Blocks: it also runs while the runner exits. */
  cleanUp?(folder: string): void;
}

/** Reason and name of what this machine does not have and that could not be installed. */
export interface Missing<Name extends string> {
  readonly name: Name;
  readonly reason: string;
}

export type MissingService = Missing<ServiceName>;
