import { Id, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

const bytes = (description: string) => Type.Integer({ description, examples: [1_250_000_000] });

const IncludedBytes = Nullable(
  bytes('Outbound bytes that the plan includes per calendar month; null if traffic is unmetered.'),
);

export const HostingTrafficSummary = Type.Object(
  {
    out_bytes: bytes('Outbound bytes of this calendar month, updated every 5 minutes.'),
    included_bytes: IncludedBytes,
  },
  {
    description: "Traffic of this calendar month, in the seller's time zone. `GET /hosting/traffic` returns all of it.",
    additionalProperties: false,
  },
);

export const TrafficQuery = Type.Object({
  period: Type.Optional(
    Type.String({
      maxLength: 32,
      description: "Calendar month in the seller's time zone, like `2026-11`. Default: this month.",
      examples: ['2026-11'],
    }),
  ),
});

export const HostingTraffic = Resource('HostingTraffic', 'Network traffic of a VPS in one calendar month.', {
  hosting_id: Id('Identifier of the VPS.'),
  period: Type.String({ description: 'The month.', examples: ['2026-11'] }),
  time_zone: Type.String({ description: 'Time zone of the days.', examples: ['Europe/Berlin'] }),
  included_bytes: IncludedBytes,
  in_bytes: bytes('Received bytes. They are never billed.'),
  out_bytes: bytes('Sent bytes. Only these count.'),
  billable_bytes: bytes(
    'Sent bytes beyond the included ones that are billed, by the plan at the time they were sent; 0 if the plan throttles instead.',
  ),
  beyond: Nullable(
    OneOf(['throttle', 'bill'], {
      description: 'Effect of more traffic than is included; null if traffic is unmetered.',
    }),
  ),
  throttled_mbps: Nullable(
    Type.Integer({
      description: 'Network limit in Mbit/s while throttled; null otherwise, and if the host cannot enforce it.',
      examples: [10],
    }),
  ),
  days: Type.Array(
    Type.Object(
      {
        date: Type.String({ description: 'The day.', examples: ['2026-11-15'] }),
        in_bytes: bytes('Received bytes.'),
        out_bytes: bytes('Sent bytes.'),
      },
      { additionalProperties: false },
    ),
    { description: 'Days with traffic, oldest first.' },
  ),
});
export type HostingTraffic = Static<typeof HostingTraffic>;

export const TRAFFIC_STATUSES = ['throttled', 'billable'] as const;
export type TrafficStatus = (typeof TRAFFIC_STATUSES)[number];

const { period, included_bytes, in_bytes, out_bytes, billable_bytes, beyond, throttled_mbps } =
  HostingTraffic.properties;

export const ServerTraffic = Resource('ServerTraffic', 'Traffic of a server in one calendar month.', {
  hosting_id: Id('Server.'),
  hostname: Type.String({ description: 'Host name of the server.' }),
  account_id: Id('Account of the server.'),
  account_name: Type.String({ description: 'Name of the account.' }),
  month: period,
  ...{ in_bytes, out_bytes, included_bytes, billable_bytes, beyond, throttled_mbps },
});
export type ServerTraffic = Static<typeof ServerTraffic>;
