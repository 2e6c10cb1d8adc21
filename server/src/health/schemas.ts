import { Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

const Text = (description: string) => Nullable(Type.String({ description }));
const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const EnginePart = Resource('EnginePart', 'The health of one part of the installation.', {
  part: Type.String({ description: 'Name of the part.', examples: ['vps'] }),
  state: OneOf(['ok', 'attention', 'not reached'], {
    description: 'State: `attention` means that it works, but that you should act.',
  }),
  version: Text('Version; null if it is unknown.'),
  detail: Text('Permissions, configuration or problem; null if there is nothing to report.'),
  advice: Text('Advice to fix the problem; null if there is none.'),
  gaps: Type.Optional(
    Type.Array(Type.String(), { description: 'Missing isolation features. The part works without them.' }),
  ),
  latency_ms: Nullable(Count('Duration of the check in milliseconds; null if nothing was called.')),
  calls_last_hour: Nullable(Count('Calls of the last hour in the process that answers; null if they are not counted.')),
  errors_last_hour: Nullable(Count('Those of them that did not reach the engine or failed unexpectedly.')),
  mean_ms_last_hour: Nullable(Count('Their mean duration in milliseconds; null without calls.')),
});
