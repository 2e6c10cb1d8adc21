import { type Exit, type HostlerProcess, type Settings, startHostler } from '../../acceptance/hostler-process.ts';

/** What each start of a replica may have of its own. */
export interface StartOptions {
  readonly settings?: Settings;
  /** Of another version. */
  readonly program?: string | undefined;
}

/** One `hostler serve` or `hostler worker`: a name that stays, and a process that comes and goes. */
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

  /** Told to leave, and waited for. */
  async stop(): Promise<void> {
    const { code } = await this.end('SIGTERM');
    if (code !== 0) throw new Error(`${this.name} ended with ${code}: ${this.#running().stderr().slice(-2_000)}`);
  }

  end(signal: NodeJS.Signals): Promise<Exit> {
    this.kill(signal);
    return this.#running().exited;
  }

  /** The last it said, for the message when something went wrong. */
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
