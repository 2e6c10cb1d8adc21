import { DateTime, Id, Nullable, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const Assignment = Resource('AddressAssignment', 'The use of an IP address by a server.', {
  id: Id('Assignment.'),
  account_id: Id('Account of the server.'),
  account_name: Type.String({ description: 'Name of the account.' }),
  hosting_id: Id('Server.'),
  hostname: Type.String({ description: 'Host name of the server at the time.' }),
  address: Type.String({ description: 'IPv4 or IPv6 address.', examples: ['192.0.2.10'] }),
  assigned_at: DateTime('Time of the assignment.'),
  estimated: Type.Boolean({ description: 'True if the server had the address before the history began.' }),
  released_at: Nullable(DateTime('Time of the release; null while the server has it.')),
});
