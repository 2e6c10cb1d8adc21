import { viewPage } from '@hostler/database';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import { readFilter } from '../filter.ts';
import type { BackupKinds } from '../kinds.ts';
import { filterByResource, nameAny } from '../schemas.ts';
import { describeSchedules, SCHEDULE_STATUSES, ScheduleChange } from './schemas.ts';
import type { ScheduleService } from './service.ts';
import { viewSchedule } from './view.ts';

const id = { aliases: ['schedule_id'], description: 'Identifier of the schedule.' };

export function scheduleRoutes(schedules: ScheduleService, kinds: BackupKinds): Route[] {
  const { Schedule, NewSchedule } = describeSchedules(kinds);
  return [
    list({
      path: '/backups/schedules',
      access: 'backups.read',
      summary: 'List backup schedules',
      description:
        'Lists the backup schedules of the account, newest first. `search` matches the hostname of the VPS or the name of the database.',
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
      summary: 'Get a backup schedule',
      description: 'Returns one backup schedule.',
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
        'Creates a schedule that makes a backup every day or every week. After each verified backup, the oldest scheduled backups beyond `keep` are removed; manual backups are never removed. If the resource cannot be backed up at that time, the schedule tries again every 30 minutes. A failed backup is retried after 1, 2 and 4 hours. Missed runs are made up for once. A resource has at most one schedule, which is removed with the resource.',
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
      summary: 'Update a backup schedule',
      description:
        'Updates a backup schedule. Omitted fields keep their values. A smaller `keep` takes effect with the next backup. A schedule that is set to `active` again continues with its next run.',
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
      description: 'Removes a backup schedule. Its backups stay and no longer expire. Returns the removed schedule.',
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
