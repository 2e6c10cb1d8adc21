import { DateTime, Id, Resource } from '#kernel/schema.ts';
import { Series } from '#kernel/series/schemas.ts';
import { type Static, Type } from '#kernel/type.ts';

export const Metrics = Resource('HostingMetrics', 'Metrics of a VPS.', {
  hosting_id: Id('Identifier of the VPS.'),
  start: DateTime('Start of the window.'),
  end: DateTime('End of the window.'),
  step: Type.Integer({
    description: 'Seconds between two points. Each point is the mean of its step.',
    examples: [60],
  }),
  series: Resource('HostingMetricSeries', 'The series of a VPS, by metric.', {
    cpu_percent: Series('percent', 'CPU load of the whole VPS: 100 means that all vCPUs are busy.'),
    memory_used_bytes: Series('bytes', 'Used memory.'),
    disk_used_bytes: Series('bytes', 'Used disk space.'),
    network_in_bps: Series('bits/s', 'Received network traffic.'),
    network_out_bps: Series('bits/s', 'Sent network traffic.'),
    disk_read_bps: Series('bits/s', 'Disk read rate.'),
    disk_write_bps: Series('bits/s', 'Disk write rate.'),
  }),
});
export type Metrics = Static<typeof Metrics>;

/** Servers of one request. */
const MOST_LOADS = 50;

export const LoadsQuery = Type.Object({
  ids: Type.String({
    pattern: `^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,${MOST_LOADS - 1}}$`,
    description: `Identifiers of up to ${MOST_LOADS} servers, separated by commas.`,
    examples: ['1,2,5'],
  }),
});
export const Loads = Resource('Loads', 'Loads of several servers.', {
  loads: Type.Array(Metrics, { description: 'Metrics of each server, in order of the identifiers.' }),
});
