import { command, type Route, show } from '../../../../kernel/http/route.ts';
import type { DomainService } from '../service.ts';
import { DomainRecords, DomainRecordsWithAction, NewRecords } from './schemas.ts';
import { viewQueuedRecords, viewRecords } from './view.ts';

const id = { aliases: ['domain_id'], description: 'The domain.' };

export function recordRoutes(domains: DomainService): Route[] {
  return [
    show({
      path: '/domains/records',
      operation: 'show',
      access: 'domains.read',
      summary: 'Show the records of a domain',
      description:
        "What its zone holds beside SOA and name servers: the addresses of the VPS it leads to (`managed`), at the domain itself and its `www`, those of its mail (`managed` too), and the domain's own records.",
      id,
      data: DomainRecords,
      *handle(call) {
        return viewRecords(yield* domains.findRecords(call.caller.account.id, call.id));
      },
    }),
    command({
      path: '/domains/records',
      operation: 'replace',
      record: 'domains',
      access: 'domains.write',
      summary: 'Replace the records of a domain',
      description:
        'All own records at once (action `domain.update`); an empty list takes them away. Own A, AAAA and CNAME records of a name replace the addresses of the VPS there. A record with the address of a VPS of the account goes when the VPS gives the address up. Every record that is not right is named: `records[3].content`.',
      status: 202,
      message: 'Records replaced; the zone follows.',
      id,
      body: NewRecords,
      data: DomainRecordsWithAction,
      errors: ['QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        return viewQueuedRecords(yield* domains.replaceRecords(caller.account.id, id, body.records, now));
      },
    }),
  ];
}
