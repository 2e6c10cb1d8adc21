import { CreatedAt, DateTime, Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Series } from '#kernel/series/schemas.ts';
import { type Static, Type } from '#kernel/type.ts';

export const CHECK_STATUSES = ['pending', 'up', 'down', 'paused'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const CHECK_ORDERS = { created_at: 'id', name: '{folded name}', status: 'status' } as const;
export const CHECK_TYPES = ['http', 'tcp'] as const;
export type CheckType = (typeof CHECK_TYPES)[number];

export const DEFAULT_INTERVAL = 60;
export const LONGEST_INTERVAL = 3_600;
export const DEFAULT_CERTIFICATE_DAYS = 14;

const Name = Line({
  minLength: 1,
  maxLength: 100,
  description: 'Name of the check. Default: the host.',
  examples: ['Shop'],
});
const Target = Line({
  minLength: 1,
  maxLength: 2_048,
  description:
    'Target of the check. `http`: a URL without user name and password, such as `https://example.com/`. `tcp`: host and port, such as `example.com:25`. Private addresses are refused, also if a name resolves to one.',
  examples: ['https://example.com/'],
});
const Interval = (options: object = {}) =>
  Type.Integer({
    minimum: DEFAULT_INTERVAL,
    maximum: LONGEST_INTERVAL,
    description: 'Seconds between two attempts.',
    examples: [DEFAULT_INTERVAL],
    ...options,
  });
const ExpectStatus = Nullable(
  Type.Integer({
    minimum: 100,
    maximum: 599,
    description: 'Expected HTTP status; null for any status from 200 to 399.',
    examples: [200],
  }),
);
const ExpectText = Nullable(
  Line({
    minLength: 1,
    maxLength: 500,
    description: 'Text that the first 64 KiB of the response must contain, case-sensitive; null for any text.',
    examples: ['Welcome'],
  }),
);
const FollowRedirects = (options: object = {}) =>
  Type.Boolean({
    description: 'True if up to 5 redirects are followed. If false, the redirect itself is checked.',
    examples: [false],
    ...options,
  });
const RedirectTo = Nullable(
  Line({
    minLength: 1,
    maxLength: 2_048,
    description: 'Full URL that the response must redirect to, or where followed redirects must end; null for any.',
    examples: ['https://www.example.com/'],
  }),
);
const CertificateDays = (options: object = {}) =>
  Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'Remaining days of an `https` certificate below which an alert fires; 0 disables the alert.',
    examples: [DEFAULT_CERTIFICATE_DAYS],
    ...options,
  });

const Bar = Resource('MonitoringCheckBar', 'Results of a check in one half-hour.', {
  start: DateTime('Start of the half-hour.'),
  up: Type.Integer({ minimum: 0, description: 'Number of attempts that found the target up.', examples: [30] }),
  down: Type.Integer({ minimum: 0, description: 'Number of attempts that found the target down.', examples: [0] }),
});

export const Check = Resource('MonitoringCheck', 'A check of a URL or a TCP port from outside.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the check.', examples: ['Shop'] }),
  type: OneOf(CHECK_TYPES, { description: 'Type of the check: an HTTP request or a TCP connection.' }),
  target: Type.String({ description: 'URL, or host and port.', examples: ['https://example.com/'] }),
  status: OneOf(CHECK_STATUSES, {
    description:
      'Status of the check. A new check is `pending` until its first result. It is `down` after 3 failed attempts in a row and `up` after 2 successful ones; retries follow after 5 to 10 seconds.',
  }),
  last_checked_at: Nullable(DateTime('Time of the last attempt; null before the first one.')),
  response_ms: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Response time in milliseconds up to the response headers, including DNS, connection and redirects; null if there was no response.',
      examples: [84],
    }),
  ),
  error: Nullable(
    Type.String({
      description: 'Reason why the target is down, in one sentence; null if it is up.',
      examples: ['There was no answer in time.'],
    }),
  ),
  interval_seconds: Interval(),
  expect_status: ExpectStatus,
  expect_text: Nullable(
    Type.String({ description: 'Text that the response must contain; null for any text.', examples: ['Welcome'] }),
  ),
  follow_redirects: FollowRedirects(),
  redirect_to: RedirectTo,
  certificate_expires_at: Nullable(DateTime('Expiry of the last seen certificate; null if there is none.')),
  certificate_days: CertificateDays(),
  uptime_24h: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Percentage of successful attempts in `bars`; null if there are none.',
      examples: [99.93],
    }),
  ),
  bars: Type.Array(Bar, {
    description: 'Results of the 48 half-hours up to the last result, oldest first. Empty before the first result.',
  }),
  created_at: CreatedAt,
  updated_at: DateTime('Time of the last change of the check or its status.'),
});
export type Check = Static<typeof Check>;

const optionFields = {
  expect_status: Type.Optional(ExpectStatus),
  expect_text: Type.Optional(ExpectText),
  redirect_to: Type.Optional(RedirectTo),
};

export const NewCheck = Type.Object({
  name: Type.Optional(Name),
  type: OneOf(CHECK_TYPES, { description: 'Type of the check: an HTTP request or a TCP connection.' }),
  target: Target,
  interval_seconds: Type.Optional(Interval({ default: DEFAULT_INTERVAL })),
  ...optionFields,
  follow_redirects: Type.Optional(FollowRedirects({ default: false })),
  certificate_days: Type.Optional(CertificateDays({ default: DEFAULT_CERTIFICATE_DAYS })),
});
export type NewCheck = Static<typeof NewCheck>;

export const CheckChange = Type.Object({
  name: Type.Optional(Name),
  target: Type.Optional(Target),
  status: Type.Optional(
    OneOf(['active', 'paused'], { description: 'New status. A paused check does not run, and its alerts resolve.' }),
  ),
  interval_seconds: Type.Optional(Interval()),
  ...optionFields,
  follow_redirects: Type.Optional(FollowRedirects()),
  certificate_days: Type.Optional(CertificateDays()),
});
export type CheckChange = Static<typeof CheckChange>;

export const CheckHistory = Resource('MonitoringCheckHistory', 'The history of a check.', {
  check_id: Id('Identifier of the check.'),
  start: DateTime('Start of the window.'),
  end: DateTime('End of the window.'),
  step: Type.Integer({
    description: 'Seconds between two points. Each point is the mean of its step.',
    examples: [60],
  }),
  series: Resource('MonitoringCheckSeries', 'The series of a check, by name.', {
    response_ms: Series('ms', 'Response time of successful attempts.'),
    up_percent: Series('percent', 'Percentage of attempts that found the target up.'),
  }),
});
export type CheckHistory = Static<typeof CheckHistory>;
