import { EngineError } from '#engines/engine.ts';
import type { VpsDriver, VpsNode } from '#engines/vps/driver.ts';
import { SECOND } from '#kernel/time.ts';

/** Time for which a reading is reused, so that open consoles do not load the engine. */
const KEPT_MS = 15 * SECOND;
/** A caller waits for the engine no longer than this. */
const PATIENCE_MS = 10 * SECOND;

export interface NodeReading {
  readonly nodes: readonly VpsNode[];
  /** Message of the engine if it could not be read. */
  readonly error: string | null;
}

/** Reads the nodes of the engine, at most once per 15 seconds however often it is asked. */
export function createEngineNodes(vps: Pick<VpsDriver, 'listNodes'>) {
  let reading: Promise<NodeReading> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let last: NodeReading | undefined;

  async function read(): Promise<NodeReading> {
    try {
      return { nodes: await vps.listNodes({ signal: AbortSignal.timeout(PATIENCE_MS) }), error: null };
    } catch (error) {
      if (error instanceof EngineError) return { nodes: [], error: error.message };
      if ((error as Error).name === 'TimeoutError') return { nodes: [], error: 'The engine did not answer in time.' };
      throw error;
    }
  }

  function readNodes(): Promise<NodeReading> {
    const now = performance.now();
    if (reading === undefined || now - readAt >= KEPT_MS) {
      readAt = now;
      reading = read();
      reading.then(
        (found) => {
          last = found;
        },
        () => {
          reading = undefined;
        },
      );
    }
    return reading;
  }

  /** Returns the last reading without waiting, and starts a new one if it is old. Undefined before the first. */
  function peek(): NodeReading | undefined {
    readNodes().catch(() => {});
    return last;
  }

  return { readNodes, peek };
}
