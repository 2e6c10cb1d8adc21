import { readMonth } from '#kernel/calendar.ts';
import { fieldErrors } from '#kernel/errors.ts';
import { badParameter } from '#kernel/http/parameters.ts';
import { type Route, show } from '#kernel/http/route.ts';
import { HostingTraffic, TrafficQuery } from './schemas.ts';
import type { TrafficService } from './service.ts';

export function trafficRoutes(traffic: TrafficService): Route[] {
  return [
    show({
      path: '/hosting/traffic',
      ofTheMoment: true,
      access: 'hosting.read',
      summary: 'Get the traffic of a VPS',
      description:
        'Returns the bytes that a VPS sent and received in a calendar month, in total and per day. Traffic between two readings belongs to the day of the later one. Months are kept for 24 months. A month without readings, also a future one, has no days and 0 bytes.',
      id: { aliases: ['hosting_id'], description: 'Identifier of the VPS.' },
      query: TrafficQuery,
      data: HostingTraffic,
      *handle({ caller, id, query, now }) {
        const { period } = query;
        if (period !== undefined && !readMonth('UTC', period)) {
          throw badParameter(fieldErrors.not_month('period'));
        }
        return yield* traffic.read(caller.account.id, id, period, now);
      },
    }),
  ];
}
