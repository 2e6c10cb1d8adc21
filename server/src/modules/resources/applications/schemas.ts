import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { ApplicationPort } from './catalog/schemas.ts';
import type { ParameterValues } from './recipes/parameters.ts';
import { OUTPUT_KEPT } from './steps/output.ts';
import { PHASES, STEP_STATUSES } from './steps/store.ts';

export const APPLICATION_STATUSES = ['installing', 'running', 'failed', 'removing'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

const applicationFields = {
  id: Id('Assigned by the service.'),
  slug: Type.String({ description: 'Which entry of the catalogue it is.', examples: ['nginx'] }),
  name: Type.String({ examples: ['nginx'] }),
  version: Type.String({ description: 'As it was installed; it may have been upgraded since.', examples: ['1.26'] }),
  status: OneOf(APPLICATION_STATUSES, {
    description:
      'Where it stands. `running`: its health check passed when it was installed. `failed`: it was not installed, or could not be removed, or the VPS was restored from a backup that does not have it; `error` says why.',
  }),
  hosting_id: Id('The VPS that it is on.'),
  url: Nullable(Type.String({ description: 'Where it is found.', examples: ['http://192.0.2.10/'] })),
  created_at: DateTime('When it was asked for.'),
  installed_at: Nullable(DateTime('When its health check passed.')),
  error: Nullable(
    Type.String({
      description: 'Why it failed: the step, and the last line that it wrote.',
      examples: ['Step 1 of 3, Install the packages, failed: E: Unable to locate package nginx'],
    }),
  ),
};

export const Application = Resource('Application', applicationFields);
export type Application = Static<typeof Application>;

const ApplicationStep = Resource('ApplicationStep', {
  name: Type.String({ examples: ['Install the packages'] }),
  phase: OneOf(PHASES, { description: 'Whether it installs or takes away; the latter also after a failure.' }),
  status: OneOf(STEP_STATUSES, { description: '`skipped`: it was done already, or was never reached.' }),
  started_at: Nullable(DateTime('When it began.')),
  finished_at: Nullable(DateTime('When it ended.')),
  output: Type.String({
    description: `The end of what it wrote, at most ${OUTPUT_KEPT} characters, with secrets masked.`,
    examples: ['Setting up nginx …'],
  }),
});
export type ApplicationStep = Static<typeof ApplicationStep>;

export const ApplicationDetails = Resource('ApplicationDetails', {
  ...applicationFields,
  parameters: Type.Unsafe<ParameterValues>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'What it was installed with; secrets are null.',
    examples: [{ server_name: 'shop.example.com' }],
  }),
  ports: Type.Array(ApplicationPort, { description: 'Where it answers.' }),
  steps: Type.Array(ApplicationStep, { description: 'What was done and is still to do, in order.' }),
});
export type ApplicationDetails = Static<typeof ApplicationDetails>;

const action_id = Id('The queued work; follow it at /actions/show.');

export const ApplicationWithAction = Resource('ApplicationWithAction', { ...applicationFields, action_id });

export const ApplicationWithCredentials = Resource('ApplicationWithCredentials', {
  ...applicationFields,
  action_id,
  credentials: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Its secrets, by the name of the parameter: those that were generated and those that were given.',
    examples: [{ admin_password: 'a password of 24 letters and digits' }],
  }),
});

export const NewApplication = Type.Object({
  hosting_id: Id('The VPS that it shall be on; it must be running.'),
  slug: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'What to install, see `/applications/catalog`.',
    examples: ['welcome-message'],
  }),
  parameters: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      default: {},
      description:
        'Values by name, as the catalogue describes them; 64 KiB together at most. They reach the scripts as environment variables and never become part of one.',
      examples: [{ message: 'Welcome to shop.example.com.' }],
    }),
  ),
});
export type NewApplication = Static<typeof NewApplication>;

export const ApplicationFilters = Type.Object({
  hosting_id: Type.Optional(Id('Only those on this VPS.')),
});
