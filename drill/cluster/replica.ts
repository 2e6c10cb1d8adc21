import { type Exit, type HostlerProcess, type Settings, startHostler } from '../../acceptance/hostler-process.ts';

/** Options that each start of a replica may override. */
export interface StartOptions {
  readonly settings?: Settings;
  /** Program of another version. */
  readonly program?: string | undefined;
}

/** A `hostler serve` or `hostler worker`: its name stays the same while its process is stopped and started. */
export class Replica {
  readonly name: string;
  readonly #kind: 'serve' | 'worker';
  readonly #settings: () => Settings;
  #process: HostlerProcess | undefined;

  constructor(name: string, kind: 'serve' | 'worker', settings: () => Settings) {
    this.name = name;
    this.#kind = kind;
    this.#settings = settings;
  }

  async start({ settings = {}, program }: StartOptions = {}): Promise<void> {
    const all = { ...this.#settings(), ...settings };
    const started = startHostler([this.#kind], all, program === undefined ? {} : { program });
    this.#process = started;
    await started.logged(({ msg }) => msg === 'hostler serves' || msg === 'hostler works');
  }

  kill(signal: NodeJS.Signals): void {
    this.#running().kill(signal);
  }

  /** Sends SIGTERM and waits for the end. */
  async stop(): Promise<void> {
    const { code } = await this.end('SIGTERM');
    if (code !== 0) throw new Error(`${this.name} ended with ${code}: ${this.#running().stderr().slice(-2_000)}`);
  }

  end(signal: NodeJS.Signals): Promise<Exit> {
    this.kill(signal);
    return this.#running().exited;
  }

  /** Returns its last warnings and errors, for the message of a failure. */
  readLog(): string {
    return this.#running()
      .log()
      .filter(({ level = 0 }) => level >= 40)
      .slice(-5)
      .map((line) => JSON.stringify(line))
      .join('\n');
  }

  #running(): HostlerProcess {
    if (!this.#process) throw new Error(`${this.name} was not started.`);
    return this.#process;
  }
}
