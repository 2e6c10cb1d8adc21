import type { Database, StaffListRequest } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { AdoptableVps, VpsDriver } from '#engines/vps/driver.ts';
import { AppError, conflict } from '#kernel/errors.ts';
import { asBulkWork } from '#kernel/jobs/staff-queue.ts';
import { hostingIdOf, isDrill } from '../machine.ts';
import type { HostingOperatorService } from '../operator-service.ts';
import { listLiving } from '../operator-store.ts';
import { readLines } from './lines.ts';
import { listAdopting } from './operator-store.ts';
import type { AdoptableMachine, AdoptedLine } from './schemas.ts';
import { normaliseSource } from './source.ts';

interface Dependencies {
  db: Database;
  vps: Pick<VpsDriver, 'listAdoptable'>;
  hosting: Pick<HostingOperatorService, 'adopt'>;
}

export type AdoptionOperatorService = ReturnType<typeof createAdoptionOperatorService>;

/** Finds machines of the engine that no server uses, and takes over many at once. */
export function createAdoptionOperatorService({ db, vps, hosting }: Dependencies) {
  /** Lists the machines of the engine that no server uses and that are not being adopted, by name. */
  async function list({ text = '', limit, offset = 0, tally }: StaffListRequest = {}): Promise<AdoptableMachine[]> {
    const machines = await readMachines();
    const [living, adopting] = [await db.read(listLiving()), await db.read(listAdopting())];
    const free = machines
      .filter(({ source }) => !isDrill(source) && !living.has(hostingIdOf(source) ?? 0))
      .filter(({ source }) => !adopting.has(normaliseSource(source)))
      .filter(({ source }) => source.toLowerCase().includes(text.toLowerCase()))
      .sort((a, b) => (a.source < b.source ? -1 : 1));
    if (tally) tally.total = free.length;
    return free.slice(offset, limit === undefined ? undefined : offset + limit).map(viewMachine);
  }

  async function readMachines(): Promise<AdoptableVps[]> {
    try {
      return await vps.listAdoptable();
    } catch (error) {
      if (error instanceof EngineError) throw conflict(error.message);
      throw error;
    }
  }

  /**
   * Adopts the machines of a CSV file. Each line is queued or refused on its own; the result has an entry per line. A
   * file that is sent twice is refused line by line, because its machines are adopted already.
   */
  async function adoptFile({ file }: { file: Uint8Array }): Promise<AdoptedLine[]> {
    const lines = readLines(file);
    const known = new Map((await list()).map((machine) => [normaliseSource(machine.instance), machine]));
    const results: AdoptedLine[] = [];
    for (const { line, instance, problem, ...given } of lines) {
      const machine = known.get(normaliseSource(instance));
      const refusal =
        problem ?? (machine ? machine.problem : 'The engine has no such machine, or a server uses it already.');
      if (refusal !== null) {
        results.push({ line, instance, hosting_id: null, action_id: null, error: refusal });
        continue;
      }
      try {
        const { id, action_id } = await db.write(() => asBulkWork(hosting.adopt({ ...given, instance })));
        results.push({ line, instance, hosting_id: id, action_id, error: null });
        known.delete(normaliseSource(instance));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        results.push({ line, instance, hosting_id: null, action_id: null, error: describe(error) });
      }
    }
    return results;
  }

  return { list, adoptFile };
}

function describe({ message, details }: AppError): string {
  const [first] = details ?? [];
  return first ? `${first.field} ${first.message}` : message;
}

function viewMachine({ source, memoryMb, diskGb, ...machine }: AdoptableVps): AdoptableMachine {
  return { instance: source, ...machine, memory_mb: memoryMb, disk_gb: diskGb };
}
