import { DateTime, Line, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { KeyRequest } from '../index.ts';

const ENVIRONMENTS = ['live', 'test'] as const;
const STATUSES = ['pending', 'approved', 'denied'] as const;

const Program = {
  program: Line({
    minLength: 1,
    maxLength: 60,
    description: 'Name and version of the program, as it states them.',
    examples: ['hostctl 0.3.0'],
  }),
  machine: Line({
    minLength: 1,
    maxLength: 60,
    description: 'Name of the machine the program runs on, as the program states it.',
    examples: ['laptop'],
  }),
};

export const StartRequest = Type.Object({
  challenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'SHA-256 of the verifier as base64url without padding, as in the method S256 of RFC 7636.',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  ...Program,
  environment: Type.Optional(
    OneOf(ENVIRONMENTS, {
      description: 'Environment of the key that the page suggests. The person can choose another.',
      default: 'live',
    }),
  ),
});

export const Started = Resource('DeviceRequest', 'A request for an API key that waits for the approval of a person.', {
  user_code: Type.String({
    description: 'Code to show to the person, who compares it with the page.',
    examples: ['WDJB-MJHT'],
  }),
  verification_uri: Type.String({
    description: 'Page of the panel on which the person enters the code.',
    examples: ['https://cloud.example.com/device'],
  }),
  verification_uri_complete: Type.String({
    description: 'The same page with the code filled in.',
    examples: ['https://cloud.example.com/device?code=WDJB-MJHT'],
  }),
  expires_in: Type.Integer({ description: 'Seconds until the request expires.', examples: [600] }),
  interval: Type.Integer({
    description: 'Seconds to wait between two calls of `/auth/device/collect`.',
    examples: [2],
  }),
});

export const CollectRequest = Type.Object({
  verifier: Type.String({
    pattern: '^[A-Za-z0-9._~-]{43,128}$',
    description: 'The random secret of which the challenge is the hash.',
    examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
  }),
});

export const Collected = Resource('DeviceKey', 'The decision of the person, and the key if they approved.', {
  status: OneOf(STATUSES, { description: 'Status of the request. Call again while it is `pending`.' }),
  key: Nullable(
    Type.String({
      description: 'The API key. It is returned once and cannot be read again; null unless approved.',
      examples: ['svc_live_…'],
    }),
  ),
});

const code = Line({
  minLength: 1,
  maxLength: 40,
  description: 'Code that the program shows. Case and hyphens do not matter.',
  examples: ['WDJB-MJHT'],
});

export const CodeRequest = Type.Object({ code });

export const ApproveRequest = Type.Object({ code, ...KeyRequest.properties });

export const Device = Resource('Device', 'A program that requests an API key.', {
  ...Program,
  environment: OneOf(ENVIRONMENTS, { description: 'Environment of the key that the program asks for.' }),
  address: Type.String({ description: 'IP address the request came from.', examples: ['203.0.113.7'] }),
  status: OneOf(STATUSES, { description: 'Status of the request.' }),
  created_at: DateTime('Time of the request.'),
  expires_at: DateTime('Expiry of the request.'),
});
