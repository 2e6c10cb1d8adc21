import { ActionId, CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { ApplicationPort } from './catalog/schemas.ts';
import type { ParameterValues } from './recipes/parameters.ts';
import { OUTPUT_KEPT } from './steps/output.ts';
import { PHASES, STEP_STATUSES } from './steps/store.ts';

export const APPLICATION_STATUSES = ['installing', 'running', 'failed', 'removing'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const APPLICATION_ORDERS = { created_at: 'id', name: '{folded name}', status: 'status' } as const;

export const HTTPS_STATUSES = ['pending', 'ready'] as const;
export type HttpsStatus = (typeof HTTPS_STATUSES)[number];

const ApplicationHttps = Resource('ApplicationHttps', 'The certificate of an application.', {
  status: OneOf(HTTPS_STATUSES, {
    description: 'Status of HTTPS. `pending`: there is no certificate yet. `ready`: HTTPS works.',
  }),
  expires_at: Nullable(DateTime('Expiry of the certificate; null until there is one. It is renewed before.')),
  error: Nullable(
    Type.String({
      description: 'Reason why the last attempt to get or renew the certificate failed; null if it did not fail.',
      examples: ['shop.example.com has no address yet. Add a record that points to 192.0.2.10.'],
    }),
  ),
  next_attempt_at: Nullable(DateTime('Time of the next attempt or renewal; null while one is in progress.')),
});

const applicationFields = {
  id: OwnId,
  slug: Type.String({ description: 'Slug of the catalog entry.', examples: ['nginx'] }),
  name: Type.String({ description: 'Name of the application.', examples: ['nginx'] }),
  version: Type.String({
    description: 'Installed version. The application may have been upgraded since.',
    examples: ['1.26'],
  }),
  status: OneOf(APPLICATION_STATUSES, {
    description:
      'Status of the application. `running`: the health check passed after the installation. `failed`: the installation or removal failed, or the VPS was restored from a backup without the application; `error` gives the reason.',
  }),
  hosting_id: Id('VPS of the application.'),
  url: Nullable(
    Type.String({
      description: 'URL of the application; null if there is none. With HTTPS once the certificate is there.',
      examples: ['http://192.0.2.10/'],
    }),
  ),
  domain: Nullable(
    Type.String({
      description: 'Domain with automatic HTTPS; null if there is none.',
      examples: ['shop.example.com'],
    }),
  ),
  https: Nullable(ApplicationHttps),
  created_at: CreatedAt,
  installed_at: Nullable(DateTime('Time when the health check passed; null until then.')),
  error: Nullable(
    Type.String({
      description: 'Failed step and its last line of output; null unless the application failed.',
      examples: ['Step 1 of 3, Install packages, failed: E: Unable to locate package nginx'],
    }),
  ),
};

export const Application = Resource('Application', 'An application on a VPS.', applicationFields);
export type Application = Static<typeof Application>;

const ApplicationStep = Resource('ApplicationStep', 'One step of an installation or a removal.', {
  name: Type.String({ description: 'Name of the step.', examples: ['Install packages'] }),
  phase: OneOf(PHASES, { description: 'Phase of the step. Removal steps also run after a failed installation.' }),
  status: OneOf(STEP_STATUSES, {
    description: 'Status of the step. `skipped`: the step was already done or not reached.',
  }),
  started_at: Nullable(DateTime('Start time; null until the step starts.')),
  finished_at: Nullable(DateTime('End time; null until the step ends.')),
  output: Type.String({
    description: `End of the output, up to ${OUTPUT_KEPT} characters, with secrets masked.`,
    examples: ['Setting up nginx …'],
  }),
});
export type ApplicationStep = Static<typeof ApplicationStep>;

export const ApplicationDetails = Resource('ApplicationDetails', 'An application with its parameters and steps.', {
  ...applicationFields,
  parameters: Type.Unsafe<ParameterValues>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'Parameters of the installation. Secrets are null.',
    examples: [{ server_name: 'shop.example.com' }],
  }),
  ports: Type.Array(ApplicationPort, { description: 'Ports that the application listens on.' }),
  steps: Type.Array(ApplicationStep, { description: 'Steps in order, finished and pending.' }),
});
export type ApplicationDetails = Static<typeof ApplicationDetails>;

const action_id = ActionId;

export const ApplicationWithAction = Resource('ApplicationWithAction', 'An application with the queued action.', {
  ...applicationFields,
  action_id,
});

export const ApplicationWithCredentials = Resource(
  'ApplicationWithCredentials',
  'An application with its credentials and the queued action.',
  {
    ...applicationFields,
    action_id,
    credentials: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'Secrets by parameter name, generated and given ones. They are returned once and cannot be read again.',
      examples: [{ admin_password: 'a password of 24 letters and digits' }],
    }),
    missing_records: Type.Array(
      Resource('MissingRecord', 'A DNS record that has to be set.', {
        name: Type.String({ description: 'Full name of the record.', examples: ['shop.example.com'] }),
        type: OneOf(['A', 'AAAA'], { description: 'Type of the record.' }),
        content: Type.String({ description: 'Address of the VPS.', examples: ['192.0.2.10'] }),
      }),
      {
        description:
          'Records to set for the domain, which is in a zone of the account that the credentials may not change (`domains.write`). Such a domain gets no certificate. Empty in all other cases.',
      },
    ),
  },
);
export type ApplicationWithCredentials = Static<typeof ApplicationWithCredentials>;

export const NewApplication = Type.Object({
  hosting_id: Id('Running VPS to install the application on.'),
  slug: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Slug of the catalog entry; see `/applications/catalog`.',
    examples: ['welcome-message'],
  }),
  parameters: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      default: {},
      description:
        'Parameters by name, as the catalog entry describes them. Maximum: 64 KiB in total. Scripts receive them as environment variables.',
      examples: [{ message: 'Welcome to shop.example.com.' }],
    }),
  ),
});
export type NewApplication = Static<typeof NewApplication>;

export const ApplicationFilters = Type.Object({
  hosting_id: Type.Optional(Id('Returns only applications on this VPS.')),
});
