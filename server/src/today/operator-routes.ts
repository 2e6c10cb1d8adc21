import type { StaffCaller } from '#kernel/http/caller.ts';
import { type Route, show } from '#kernel/http/route.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { TodayService } from './operator-service.ts';
import { Today } from './schemas.ts';

export function todayRoutes(today: TodayService): readonly Route<StaffCaller>[] {
  return [
    show({
      path: '/today',
      access: EVERY_ROLE,
      ofTheMoment: true,
      summary: 'Show the numbers of today',
      description:
        'Returns the number of orders, tickets, failures and open amounts that wait for staff, each with the address of its list. Numbers that your role may not read are absent.',
      data: Today,
      *handle({ caller, now }) {
        return { numbers: yield* today.read(caller.credential.scopes, now) };
      },
    }),
  ];
}
