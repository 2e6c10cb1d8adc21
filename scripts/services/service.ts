/** A service the tests can ask for; adding one is one file beside this one and one line in `index.ts`. */
export type ServiceName = 'postgres' | 'valkey' | 'lxd' | 'powerdns' | 'mariadb';

export interface StartContext {
  /** A private folder that belongs to the user the service runs as. */
  readonly folder: string;
  /** Keep every promise about the disk (benchmarks), instead of being fast (tests). */
  readonly durable: boolean;
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

export interface Service {
  readonly name: ServiceName;
  /** The environment variable that carries the service's URL to the tests. */
  readonly urlVariable: string;
  readonly debianPackages: readonly string[];
  /** How to end it: quickly, because its data goes away with it. */
  readonly stopSignal: NodeJS.Signals;
  /** The user to run as when the runner is root and the server refuses to be. */
  readonly user?: string;
  /** It cannot be started by a plain user at all. */
  readonly needsRoot?: true;
  isInstalled(): boolean;
  /** Starts the server, waits until it answers, and returns its URL. */
  start(context: StartContext): Promise<string>;
  /** Takes away what the ended server left outside its folder. Blocks: it also runs while the runner exits. */
  cleanUp?(folder: string): void;
}

/** Reason and name of a service that this machine does not have and that could not be installed. */
export interface MissingService {
  readonly name: ServiceName;
  readonly reason: string;
}
