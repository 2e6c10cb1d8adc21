import { Line, Name, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { MAX_EMAIL, MAX_PASSWORD } from '#modules/identity/people/index.ts';
import { STEP_IDS } from './steps.ts';

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link: the part after the #.' });

export const ShowLinkRequest = Type.Object({ token: Token });

export const FirstOwnerRequest = Type.Object({
  token: Token,
  name: Name({ minLength: 1, maxLength: 100, description: 'Your name.', examples: ['Jo Doe'] }),
  email: Line({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'Your e-mail address, used to sign in.',
    examples: ['jo@example.com'],
  }),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description: 'Password, at least 12 characters.' }),
});
export type FirstOwnerRequest = Static<typeof FirstOwnerRequest>;

const SetupVariable = Resource('SetupVariable', 'An environment variable of the server.', {
  name: Type.String({ description: 'Name of the variable.', examples: ['HOSTLER_SMTP_URL'] }),
  is_set: Type.Boolean({ description: 'True if it is set. Values are not shown.' }),
});

export const SetupStep = Resource('SetupStep', 'A step of the first run.', {
  id: OneOf(STEP_IDS, { description: 'Name of the step.' }),
  title: Type.String({ description: 'Title for people.', examples: ['Company data'] }),
  description: Type.String({ description: 'Purpose of the step.' }),
  state: OneOf(['done', 'skipped', 'missing'], { description: 'State of the step.' }),
  reason: Nullable(Type.String({ description: 'Why it is not done; null if it is.' })),
  required: Type.Boolean({ description: 'True if public sign-up stays closed until it is done.' }),
  settings: Type.Array(Type.String(), { description: 'Names of the settings that the step asks for.' }),
  variables: Type.Array(SetupVariable, { description: 'Environment variables that the step needs.' }),
});
export type SetupStep = Static<typeof SetupStep>;

export const Setup = Resource('Setup', 'The steps of the first run, and the state of public sign-up.', {
  steps: Type.Array(SetupStep, { description: 'Steps in the order of the page.' }),
  sign_up: Resource('SetupSignUp', 'The state of public sign-up.', {
    mode: OneOf(['open', 'review', 'closed'], { description: 'Mode by the setting `signup`.' }),
    is_open: Type.Boolean({ description: 'True if people can sign up now.' }),
    gaps: Type.Array(Type.String(), { description: 'Reasons why sign-up is closed although its mode is another.' }),
    is_checked: Type.Boolean({ description: 'False in the demo and with `HOSTLER_SIGNUP_CHECK=off`.' }),
  }),
  proposed: Type.Array(
    Resource('ProposedSetting', 'A value that the first run proposes instead of the default.', {
      name: Type.String({ description: 'Name of the setting.', examples: ['order_review'] }),
      value: Type.String({ description: 'Proposed value.', examples: ['flagged'] }),
    }),
    { description: 'Proposed values of settings that nothing sets.' },
  ),
});
export type Setup = Static<typeof Setup>;
