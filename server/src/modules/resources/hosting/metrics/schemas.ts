import { DateTime, Id, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

const Time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 64, description, examples: ['2026-11-15T01:50:36+00:00'] }));

export const MetricsQuery = Type.Object({
  start: Time('Date-time or epoch seconds; an hour before the end when absent.'),
  end: Time('Date-time or epoch seconds; now when absent.'),
  step: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 31_536_000,
      description:
        'Seconds from point to point. One that is finer than the readings, or makes more than 1,500 points, is raised.',
      examples: [60],
    }),
  ),
});
export type MetricsQuery = Static<typeof MetricsQuery>;

const Series = (unit: string, description: string) =>
  Type.Object(
    {
      unit: Type.String({ examples: [unit] }),
      values: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        description: 'Pairs of epoch seconds and value, oldest first. A time without readings has no pair.',
        examples: [[[1_794_707_436, 12.5]]],
      }),
    },
    { description, additionalProperties: false },
  );

export const Metrics = Resource('HostingMetrics', {
  hosting_id: Id('The VPS.'),
  start: DateTime('The first moment shown.'),
  end: DateTime('The moment up to which is shown.'),
  step: Type.Integer({
    description: 'Seconds from point to point; each point is the mean of its step.',
    examples: [60],
  }),
  series: Resource('HostingMetricSeries', {
    cpu_percent: Series('percent', 'Of the whole VPS: 100 is all its vCPUs busy.'),
    memory_used_bytes: Series('bytes', 'Memory in use.'),
    disk_used_bytes: Series('bytes', 'Disk space in use.'),
    network_in_bps: Series('bits/s', 'Traffic received.'),
    network_out_bps: Series('bits/s', 'Traffic sent.'),
    disk_read_bps: Series('bits/s', 'Read from disk.'),
    disk_write_bps: Series('bits/s', 'Written to disk.'),
  }),
});
export type Metrics = Static<typeof Metrics>;
