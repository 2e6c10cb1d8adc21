import { MACHINES } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';
import { NO_ADDRESS } from './service.ts';

/** New servers that wait for an address. */
export const serversWithoutAddress: TodaySource = {
  key: 'servers_without_address',
  roles: MACHINES,
  url: '/operator/addresses/pools',
  tone: 'bad',
  read: countRowsOf(`select id from hosting where delay_reason = '${NO_ADDRESS}' and status = 'provisioning'`),
};
