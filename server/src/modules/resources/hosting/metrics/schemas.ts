import { DateTime, Id, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { Series } from '../../../../kernel/series/schemas.ts';

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
