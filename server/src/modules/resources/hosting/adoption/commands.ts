import { type Command, command, file } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MACHINES } from '#kernel/staff-roles.ts';
import type { AdoptionOperatorService } from './operator-service.ts';
import { AdoptableMachine, AdoptedLine } from './schemas.ts';

export function adoptionCommands({ adoption }: { adoption: AdoptionOperatorService }): Command[] {
  return [
    listCommand({
      name: 'hosting adoptable',
      route: { roles: MACHINES, data: AdoptableMachine },
      summary: 'List machines on the engine that no VPS uses and that `hosting adopt` can import.',
      order: 'By name.',
      options: {},
      columns: ['instance', 'status', 'node', 'vcpus', 'memory_mb', 'disk_gb', 'problem'],
      searched: 'name',
      page: (given) => adoption.list(given),
      cursorOf: () => null,
    }),
    command({
      name: 'hosting adopt-file',
      route: {
        roles: MACHINES,
        status: 202,
        list: true,
        data: AdoptedLine,
        severalTransactions: true,
        maxBodyBytes: 2 * 1024 * 1024,
      },
      summary: 'Import the machines listed in a CSV file. The result of each line is reported.',
      options: {
        file: file(
          'CSV file with the columns instance and account, and hostname, plan, label, region and subscription.',
        ),
      },
      columns: ['line', 'instance', 'hosting_id', 'action_id', 'error'],
      isFailure: (results: readonly AdoptedLine[]) => results.some(({ error }) => error !== null),
      run: (given) => adoption.adoptFile(given),
    }),
  ];
}
