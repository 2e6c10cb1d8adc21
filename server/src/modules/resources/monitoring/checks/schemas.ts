import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { Series } from '../../../../kernel/series/schemas.ts';

export const CHECK_STATUSES = ['pending', 'up', 'down', 'paused'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];
export const CHECK_TYPES = ['http', 'tcp'] as const;
export type CheckType = (typeof CHECK_TYPES)[number];

export const DEFAULT_INTERVAL = 60;
export const LONGEST_INTERVAL = 3_600;
export const DEFAULT_CERTIFICATE_DAYS = 14;

const Name = Line({
  minLength: 1,
  maxLength: 100,
  description: 'What you call it; the host when absent.',
  examples: ['Shop'],
});
const Target = Line({
  minLength: 1,
  maxLength: 2_048,
  description:
    'A URL for `http`, like `https://example.com/`, without a user name or a password; a host and a port for `tcp`, like `example.com:25`. Addresses inside a network are refused, also where a name leads to one.',
  examples: ['https://example.com/'],
});
const Interval = (options: object = {}) =>
  Type.Integer({
    minimum: DEFAULT_INTERVAL,
    maximum: LONGEST_INTERVAL,
    description: 'Seconds from one check to the next.',
    examples: [DEFAULT_INTERVAL],
    ...options,
  });
const ExpectStatus = Nullable(
  Type.Integer({
    minimum: 100,
    maximum: 599,
    description: 'The HTTP status that is right; null for any from 200 to 399.',
    examples: [200],
  }),
);
const ExpectText = Nullable(
  Line({
    minLength: 1,
    maxLength: 500,
    description: 'What must be in the first 64 KiB of the answer, exactly so; null for anything.',
    examples: ['Welcome'],
  }),
);
const FollowRedirects = (options: object = {}) =>
  Type.Boolean({
    description: 'Whether redirects are followed, up to five; otherwise a redirect is the answer.',
    examples: [false],
    ...options,
  });
const RedirectTo = Nullable(
  Line({
    minLength: 1,
    maxLength: 2_048,
    description:
      'Where the answer must redirect to, as a whole address; where redirects are followed, where they must end. Null for anywhere or nowhere.',
    examples: ['https://www.example.com/'],
  }),
);
const CertificateDays = (options: object = {}) =>
  Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'An alert fires when the certificate of an `https` URL has fewer days left; 0 for none.',
    examples: [DEFAULT_CERTIFICATE_DAYS],
    ...options,
  });

const Bar = Resource('MonitoringCheckBar', {
  start: DateTime('When the half-hour begins.'),
  up: Type.Integer({ minimum: 0, description: 'How many checks in it found the target up.', examples: [30] }),
  down: Type.Integer({ minimum: 0, description: 'How many found it down.', examples: [0] }),
});

export const Check = Resource('MonitoringCheck', {
  id: Id('Assigned by the service.'),
  name: Type.String({ examples: ['Shop'] }),
  type: OneOf(CHECK_TYPES, { description: 'Whether a page is asked for or a port connected to.' }),
  target: Type.String({ description: 'A URL, or a host and a port.', examples: ['https://example.com/'] }),
  status: OneOf(CHECK_STATUSES, {
    description:
      'A new check is pending until its first result. It is down after three tries in a row that failed, and up again after two that did not; between tries are 5 to 10 seconds.',
  }),
  last_checked_at: Nullable(DateTime('When it was last tried.')),
  response_ms: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Milliseconds from the question to the head of the answer, with names, connections and redirects.',
      examples: [84],
    }),
  ),
  error: Nullable(
    Type.String({ description: 'Why it is down, as one sentence.', examples: ['There was no answer in time.'] }),
  ),
  interval_seconds: Interval(),
  expect_status: ExpectStatus,
  expect_text: Nullable(Type.String({ description: 'What must be in the answer.', examples: ['Welcome'] })),
  follow_redirects: FollowRedirects(),
  redirect_to: RedirectTo,
  certificate_expires_at: Nullable(DateTime('When the certificate that was seen last ends.')),
  certificate_days: CertificateDays(),
  uptime_24h: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Percent of the checks in the bars that found it up; null without any.',
      examples: [99.93],
    }),
  ),
  bars: Type.Array(Bar, {
    description: 'The 48 half-hours up to the one of the last result, oldest first; none before the first result.',
  }),
  created_at: DateTime('When it was made.'),
  updated_at: DateTime('When it was last changed, or its status was.'),
});
export type Check = Static<typeof Check>;

const optionFields = {
  expect_status: Type.Optional(ExpectStatus),
  expect_text: Type.Optional(ExpectText),
  redirect_to: Type.Optional(RedirectTo),
};

export const NewCheck = Type.Object({
  name: Type.Optional(Name),
  type: OneOf(CHECK_TYPES, { description: 'Whether a page is asked for or a port connected to.' }),
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
    OneOf(['active', 'paused'], { description: 'A paused check is not tried; its alerts resolve.' }),
  ),
  interval_seconds: Type.Optional(Interval()),
  ...optionFields,
  follow_redirects: Type.Optional(FollowRedirects()),
  certificate_days: Type.Optional(CertificateDays()),
});
export type CheckChange = Static<typeof CheckChange>;

export const CheckHistory = Resource('MonitoringCheckHistory', {
  check_id: Id('The check.'),
  start: DateTime('The first moment shown.'),
  end: DateTime('The moment up to which is shown.'),
  step: Type.Integer({
    description: 'Seconds from point to point; each point is the mean of its step.',
    examples: [60],
  }),
  series: Resource('MonitoringCheckSeries', {
    response_ms: Series('ms', 'How long answers took, where there were any.'),
    up_percent: Series('percent', 'How much of the checks found the target up.'),
  }),
});
export type CheckHistory = Static<typeof CheckHistory>;
