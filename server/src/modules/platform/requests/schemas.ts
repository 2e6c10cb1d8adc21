import { ERROR_CODES, type ErrorCode } from '#kernel/errors.ts';
import { DateTime, Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
const SOURCES = ['key', 'panel'] as const;
const METHODS = ['GET', 'POST'] as const;

const Named = (title: string, description: string) =>
  Resource(title, description, {
    id: OwnId,
    name: Type.String({ description: 'Name at the time of the request.', examples: ['deploy'] }),
  });

export const LoggedRequest = Resource('LoggedRequest', 'A request to the public API.', {
  id: OwnId,
  at: DateTime('Time of the response.'),
  method: Type.String({ description: 'HTTP method.', examples: ['POST'] }),
  path: Type.String({ description: 'Path without the query.', examples: ['/api/v1/tickets'] }),
  status: Type.Integer({ description: 'HTTP status of the response.', examples: [422] }),
  error_code: Nullable(
    OneOf(Object.keys(ERROR_CODES) as ErrorCode[], { description: 'Error code of the response; null for a success.' }),
  ),
  duration_ms: Type.Number({ description: 'Duration in milliseconds.', examples: [3.2] }),
  key: Nullable(Named('LoggedKey', 'The API key of the request; null for a person in the panel.')),
  person: Nullable(Named('LoggedPerson', 'The person who made the request in the panel; null for an API key.')),
  address: Type.String({ description: 'IP address of the client.', examples: ['203.0.113.7'] }),
  request_id: Type.String({ description: 'Value of the header `X-Request-Id`.', examples: ['req_0123456789ab1'] }),
  environment: OneOf(['live', 'test'], { description: 'Environment of the request.' }),
});

export const RequestFilters = Type.Object({
  status_class: Type.Optional(OneOf(STATUS_CLASSES, { description: 'Returns only responses of this status class.' })),
  source: Type.Optional(
    OneOf(SOURCES, {
      description: 'Returns only requests with API keys (`key`), or only those of people in the panel (`panel`).',
    }),
  ),
  key_id: Type.Optional(Id('Returns only requests with this API key.')),
  method: Type.Optional(OneOf(METHODS, { description: 'Returns only requests with this method.' })),
  path: Type.Optional(
    Line({ maxLength: 200, description: 'Returns only requests to this path.', examples: ['/api/v1/tickets'] }),
  ),
  request_id: Type.Optional(
    Line({ maxLength: 128, description: 'Returns only the request with this id.', examples: ['req_01'] }),
  ),
});
export type RequestFilters = Static<typeof RequestFilters>;

export const RequestListMeta = Type.Object({
  sampled: Type.Boolean({
    description: 'True if some successful requests of the last 7 days are missing because there were too many.',
  }),
});
