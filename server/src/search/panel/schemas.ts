import { Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const FOUND_TYPES = ['address', 'ticket', 'person', 'key', 'request'] as const;

export const SearchQuery = Type.Object({
  q: Line({
    minLength: 1,
    maxLength: 200,
    description: 'Part of a name, an e-mail address or an IP address; or a ticket number or a request id.',
    examples: ['203.0.113.7'],
  }),
});

const FoundRecord = Resource('FoundRecord', 'A record that a search found.', {
  type: OneOf(FOUND_TYPES, { description: 'Type of the record.' }),
  id: OwnId,
  title: Type.String({ description: 'Name, address or path of the record.', examples: ['203.0.113.7'] }),
  subtitle: Type.String({
    description: 'Server of an address, e-mail address of a person, last characters of a key, or status.',
    examples: ['web1.example.com'],
  }),
  server_id: Nullable(Id('Server of an address; null for other types.')),
});

export const FoundRecords = Resource('FoundRecords', 'Records that a search found.', {
  found: Type.Array(FoundRecord, { description: 'Up to 5 of each type, newest first.' }),
});
