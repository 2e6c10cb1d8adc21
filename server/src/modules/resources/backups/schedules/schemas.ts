import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import type { BackupKinds, ResourceFields } from '../kinds.ts';
import { chooseResource, describeResource } from '../schemas.ts';
import { FREQUENCIES, WEEKDAYS } from './timetable.ts';

export const SCHEDULE_STATUSES = ['active', 'paused'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

const MAX_KEEP = 365;
export const DEFAULT_KEEP = 7;

const Frequency = OneOf(FREQUENCIES, { description: 'How often a backup is made.', default: 'daily' });
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
    description:
      'How many completed backups of this schedule are kept; older ones are removed when a new one is complete.',
    examples: [DEFAULT_KEEP],
    ...options,
  });

const timetableFields = {
  frequency: Type.Optional(Frequency),
  time: Type.Optional(
    Nullable(
      Type.String({
        ...TIME,
        description: 'Hours and minutes in UTC; when null, a time is chosen that spreads the work over the day.',
        'x-hint': 'must be a time of day like 03:30.',
      }),
    ),
  ),
  weekday: Type.Optional(Weekday('For a weekly schedule; when null, a day is chosen.')),
};

export function describeSchedules(kinds: BackupKinds) {
  const Schedule = Resource('BackupSchedule', {
    id: Id('The schedule.'),
    resource: describeResource(kinds),
    frequency: Frequency,
    time: Type.String({ ...TIME, description: 'When, in UTC.' }),
    weekday: Weekday('On which day, in UTC; null for a daily one.'),
    keep: Keep(),
    status: OneOf(SCHEDULE_STATUSES, { description: 'A paused schedule makes no backups.' }),
    next_run_at: Nullable(DateTime('When the next backup is begun; null while it is paused.')),
    last_run_at: Nullable(DateTime('When a backup was last begun.')),
    last_backup_id: Nullable(Id('That backup; it may have been removed since.')),
    error: Nullable(
      Type.String({
        description: 'Why there is no fresh backup although one was due; null when all is well.',
        examples: ['This VPS is suspended; no backup can be made of it now.'],
      }),
    ),
    created_at: DateTime('When it was made.'),
    updated_at: DateTime('When it last changed or ran.'),
  });

  const NewSchedule = Type.Object({
    ...chooseResource(kinds, 'to copy'),
    ...timetableFields,
    keep: Type.Optional(Keep({ default: DEFAULT_KEEP })),
  });

  return { Schedule, NewSchedule };
}

type Schemas = ReturnType<typeof describeSchedules>;
export type Schedule = Static<Schemas['Schedule']>;
export type NewSchedule = Static<Schemas['NewSchedule']> & ResourceFields<number | null | undefined>;

export const ScheduleChange = Type.Object({
  ...timetableFields,
  keep: Type.Optional(Keep()),
  status: Type.Optional(OneOf(SCHEDULE_STATUSES, { description: 'Whether backups are made.' })),
});
export type ScheduleChange = Static<typeof ScheduleChange>;
