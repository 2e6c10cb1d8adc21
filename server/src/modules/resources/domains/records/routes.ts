import { command, type Route, show } from '#kernel/http/route.ts';
import type { DomainService } from '../service.ts';
import { DomainRecords, DomainRecordsWithAction, NewRecords } from './schemas.ts';
import { viewQueuedRecords, viewRecords } from './view.ts';

const id = { aliases: ['domain_id'], description: 'Identifier of the domain.' };

export function recordRoutes(domains: DomainService): Route[] {
  return [
    show({
      path: '/domains/records',
      operation: 'show',
      access: 'domains.read',
      summary: 'List the records of a domain',
      description:
        'Returns the DNS records of a domain, except SOA and NS. Records that the service maintains for the VPS and for mail are marked `managed`; they come first.',
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
        'Replaces all your own records of a domain (action `domain.update`). An empty list removes them; managed records stay. Your own A, AAAA and CNAME records of a name take precedence over the addresses of the VPS. A record with the address of a VPS of the account is removed when the VPS releases that address. `details` names every invalid record, such as `records[3].content`.',
      status: 202,
      message: 'Records replaced. The update of the DNS zone is queued.',
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
