import { viewPage } from '../../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../../kernel/http/route.ts';
import { readFilter } from '../filter.ts';
import type { BackupKinds } from '../kinds.ts';
import { filterByResource, nameAny } from '../schemas.ts';
import { describeSchedules, SCHEDULE_STATUSES, ScheduleChange } from './schemas.ts';
import type { ScheduleService } from './service.ts';
import { viewSchedule } from './view.ts';

const id = { aliases: ['schedule_id'], description: 'The schedule.' };

export function scheduleRoutes(schedules: ScheduleService, kinds: BackupKinds): Route[] {
  const { Schedule, NewSchedule } = describeSchedules(kinds);
  return [
    list({
      path: '/backups/schedules',
      access: 'backups.read',
      summary: 'List backup schedules',
      description: 'The search looks at the host name of the VPS or the name of the database.',
      item: Schedule,
      statuses: SCHEDULE_STATUSES,
      filters: filterByResource(kinds),
      *handle({ caller, query }, page) {
        return viewPage(yield* schedules.list(caller.account.id, page, readFilter(query, kinds)), viewSchedule);
      },
    }),
    show({
      path: '/backups/schedules/show',
      access: 'backups.read',
      summary: 'Show a backup schedule',
      id,
      data: Schedule,
      *handle({ caller, id }) {
        return viewSchedule(yield* schedules.find(caller.account.id, id));
      },
    }),
    command({
      path: '/backups/schedules',
      access: 'backups.write',
      summary: `Schedule backups of ${nameAny(kinds)}`,
      description:
        'A backup of type `scheduled` is made every day or every week from now on. When one is complete and read back, the oldest scheduled ones of the resource beyond `keep` are removed; manual backups never are. A VPS or a database that cannot be copied at that time is tried again every half hour, a backup that failed after 1, 2 and 4 hours; times that were missed are made up for once. A resource has one schedule at most, which ends with it.',
      status: 201,
      message: 'Schedule created.',
      body: NewSchedule,
      data: Schedule,
      errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        return viewSchedule(yield* schedules.create(caller.account.id, body, now));
      },
    }),
    command({
      path: '/backups/schedules/update',
      access: 'backups.write',
      summary: 'Change a backup schedule',
      description:
        'What is absent stays as it is. A smaller `keep` takes effect with the next backup. Set to active again, it goes on with its next time.',
      status: 200,
      message: 'Schedule updated.',
      id,
      body: ScheduleChange,
      data: Schedule,
      *handle({ caller, id, body, now }) {
        return viewSchedule(yield* schedules.update(caller.account.id, id, body, now));
      },
    }),
    command({
      path: '/backups/schedules/remove',
      access: 'backups.write',
      summary: 'Remove a backup schedule',
      description: 'The backups it made stay, and none of them expires any more. Answers the schedule as it last was.',
      status: 200,
      message: 'Schedule removed.',
      id,
      data: Schedule,
      *handle({ caller, id }) {
        return viewSchedule(yield* schedules.remove(caller.account.id, id));
      },
    }),
  ];
}
