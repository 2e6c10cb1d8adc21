/** Work that a worker process does besides the jobs, on its own schedule. */
export interface BackgroundService {
  start(): void;
  /** Starts nothing new and waits up to `patienceMs` for running work. The rest is left to other workers. */
  stop(patienceMs: number): Promise<void>;
}
