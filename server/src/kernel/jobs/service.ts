/** Work that goes on in the background of a worker process, beside the jobs, in a rhythm of its own. */
export interface BackgroundService {
  start(): void;
  /** Begins nothing new, lets what runs finish until the patience ends, and leaves the rest to others. */
  stop(patienceMs: number): Promise<void>;
}
