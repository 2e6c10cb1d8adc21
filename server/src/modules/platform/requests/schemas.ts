import { ERROR_CODES, type ErrorCode } from '../../../kernel/errors.ts';
import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
const METHODS = ['GET', 'POST'] as const;

const Named = (title: string, what: string) =>
  Resource(title, {
    id: Id(what),
    name: Type.String({ description: 'What it was called then.', examples: ['deploy'] }),
  });

export const LoggedRequest = Resource('LoggedRequest', {
  id: Id('The entry.'),
  at: DateTime('When it was answered.'),
  method: Type.String({ examples: ['POST'] }),
  path: Type.String({ description: 'Without the query.', examples: ['/api/v1/tickets'] }),
  status: Type.Integer({ description: 'The status of the answer.', examples: [422] }),
  error_code: Nullable(OneOf(Object.keys(ERROR_CODES) as ErrorCode[], { description: 'Null where it succeeded.' })),
  duration_ms: Type.Number({ description: 'How long the answer took.', examples: [3.2] }),
  key: Nullable(Named('LoggedKey', 'The API key; null for a person in the panel.')),
  person: Nullable(Named('LoggedPerson', 'Who did it in the panel; null for an API key.')),
  address: Type.String({ description: 'Where it came from.', examples: ['203.0.113.7'] }),
  request_id: Type.String({ examples: ['req_0123456789ab1'] }),
  environment: OneOf(['live', 'test'], { description: 'Of the key, or of the sandbox switch.' }),
});

export const RequestFilters = Type.Object({
  status_class: Type.Optional(OneOf(STATUS_CLASSES, { description: 'Answers of this kind.' })),
  key_id: Type.Optional(Id('Requests with this API key.')),
  method: Type.Optional(OneOf(METHODS, { description: 'Requests with this method.' })),
  path: Type.Optional(Line({ maxLength: 200, description: 'Requests to this path.', examples: ['/api/v1/tickets'] })),
  request_id: Type.Optional(Line({ maxLength: 128, description: 'The request with this id.', examples: ['req_01'] })),
});
export type RequestFilters = Static<typeof RequestFilters>;

export const RequestListMeta = Type.Object({
  sampled: Type.Boolean({
    description: 'Whether some of the last seven days were left out, because there were too many.',
  }),
});
