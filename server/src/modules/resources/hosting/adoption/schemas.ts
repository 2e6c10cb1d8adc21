import { vpsKinds } from '#engines/vps/driver.ts';
import { Id, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

const size = (description: string) =>
  Nullable(Type.Integer({ description: `${description}; null if it has no limit.` }));

export const AdoptableMachine = Resource('AdoptableMachine', 'A machine of the engine that no server uses.', {
  instance: Type.String({ description: 'Name to adopt it by. `project/name` in another project.', examples: ['web1'] }),
  status: OneOf(['running', 'stopped'], { description: 'Only a stopped machine can be adopted.' }),
  node: Type.String({ description: 'Node of the machine.' }),
  kind: OneOf(vpsKinds, { description: 'Kind of machine.' }),
  vcpus: size('Virtual CPUs'),
  memory_mb: size('Memory in MiB'),
  disk_gb: size('Disk in GiB'),
  problem: Nullable(Type.String({ description: 'Why it cannot be adopted now, and what to do; null if it can.' })),
});
export type AdoptableMachine = Static<typeof AdoptableMachine>;

export const AdoptedLine = Resource('AdoptedLine', 'The result of one line of the file.', {
  line: Type.Integer({ description: 'Line number in the file.' }),
  instance: Type.String({ description: 'Machine of the line.' }),
  hosting_id: Nullable(Id('New server; null if the line was refused.')),
  action_id: Nullable(Id('Queued action; null if the line was refused.')),
  error: Nullable(Type.String({ description: 'Why the line was refused; null if it was accepted.' })),
});
export type AdoptedLine = Static<typeof AdoptedLine>;
