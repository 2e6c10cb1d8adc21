import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { fieldErrors } from '../errors.ts';
import type { BackupKinds, ResourceFields } from '../kinds.ts';
import { chooseResource, describeResource } from '../schemas.ts';
import { FREQUENCIES, WEEKDAYS } from './timetable.ts';

export const SCHEDULE_STATUSES = ['active', 'paused'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

const MAX_KEEP = 365;
export const DEFAULT_KEEP = 7;

const Frequency = OneOf(FREQUENCIES, { description: 'Interval between backups.', default: 'daily' });
const TIME = { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['03:30'] };
const Weekday = (description: string) =>
  Type.Unsafe<(typeof WEEKDAYS)[number] | null>({
    type: ['string', 'null'],
    enum: [...WEEKDAYS, null],
    description,
    examples: [null],
  });
const Keep = (options: object = {}) =>
  Type.Integer({
    minimum: 1,
    maximum: MAX_KEEP,
    description: 'Number of completed backups to keep. Older ones are removed when a new backup is completed.',
    examples: [DEFAULT_KEEP],
    ...options,
  });

const VerifyMonthly = (options: object = {}) =>
  Type.Boolean({
    description:
      'If true, a backup is verified every 30 days as by `POST /backups/verify`. If that fails, the members of the account get a mail.',
    examples: [true],
    ...options,
  });

const timetableFields = {
  frequency: Type.Optional(Frequency),
  time: Type.Optional(
    Nullable(
      Type.String({
        ...TIME,
        description: 'Time of day in UTC. If null, the service chooses a time that spreads the load.',
        'x-hint': fieldErrors.time_of_day_malformed,
      }),
    ),
  ),
  weekday: Type.Optional(Weekday('Day of a weekly schedule. If null, the service chooses a day.')),
};

export function describeSchedules(kinds: BackupKinds) {
  const Schedule = Resource('BackupSchedule', 'A schedule that creates backups of one resource.', {
    id: OwnId,
    resource: describeResource(kinds),
    frequency: Frequency,
    time: Type.String({ ...TIME, description: 'Time of day in UTC.' }),
    weekday: Weekday('Day of a weekly schedule, in UTC; null for a daily schedule.'),
    keep: Keep(),
    verify_monthly: VerifyMonthly(),
    status: OneOf(SCHEDULE_STATUSES, { description: 'Status of the schedule. A paused schedule creates no backups.' }),
    next_run_at: Nullable(DateTime('Time of the next run; null while the schedule is paused.')),
    last_run_at: Nullable(DateTime('Time of the last run; null before the first one.')),
    last_backup_id: Nullable(
      Id('Backup of the last run, which may have been removed since; null before the first run.'),
    ),
    error: Nullable(
      Type.String({
        description: 'Reason why a due backup is missing; null if there is no problem.',
        examples: ['This server is suspended and cannot be backed up now.'],
      }),
    ),
    created_at: CreatedAt,
    updated_at: DateTime('Time of the last change or run.'),
  });

  const NewSchedule = Type.Object({
    ...chooseResource(kinds, 'to back up'),
    ...timetableFields,
    keep: Type.Optional(Keep({ default: DEFAULT_KEEP })),
    verify_monthly: Type.Optional(VerifyMonthly({ default: false })),
  });

  return { Schedule, NewSchedule };
}

type Schemas = ReturnType<typeof describeSchedules>;
export type Schedule = Static<Schemas['Schedule']>;
export type NewSchedule = Static<Schemas['NewSchedule']> & ResourceFields<number | null | undefined>;

export const ScheduleChange = Type.Object({
  ...timetableFields,
  keep: Type.Optional(Keep()),
  verify_monthly: Type.Optional(VerifyMonthly()),
  status: Type.Optional(
    OneOf(SCHEDULE_STATUSES, { description: 'New status: `paused` stops the schedule, `active` resumes it.' }),
  ),
});
export type ScheduleChange = Static<typeof ScheduleChange>;
