import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import { DOMAIN_STATUSES, Domain, NewDomain } from './schemas.ts';
import type { DomainService } from './service.ts';
import type { DomainView } from './view.ts';

const id = { aliases: ['domain_id'], description: 'The domain.' };

export function domainRoutes(domains: DomainService, view: DomainView): Route[] {
  return [
    list({
      path: '/domains',
      access: 'domains.read',
      summary: 'List domains',
      description: 'The search looks at the name, in punycode and as it is written.',
      item: Domain,
      statuses: DOMAIN_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* domains.list(caller.account.id, page), view);
      },
    }),
    show({
      path: '/domains/show',
      access: 'domains.read',
      summary: 'Show a domain',
      description: 'With the name servers to enter at the registrar.',
      id,
      data: Domain,
      *handle(call) {
        return view(yield* domains.find(call.caller.account.id, call.id));
      },
    }),
    command({
      path: '/domains',
      access: 'domains.write',
      summary: 'Add a domain',
      description:
        'Its zone is made on our name servers (action `domain.create`). A name that any account has, or that lies above or below the domain of another account, is refused. Where owners must prove to be that, the domain is pending until the TXT record of its `verification` is found, for up to seven days; several accounts may try, and the first one has it. Emits `domain.added` when it is accepted.',
      status: 201,
      message: 'Domain added.',
      body: NewDomain,
      data: Domain,
      errors: ['NOT_FOUND', 'DOMAIN_ALREADY_EXISTS', 'CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        return view(yield* domains.create(caller.account.id, body, now));
      },
    }),
    command({
      path: '/domains/remove',
      access: 'domains.write',
      summary: 'Remove a domain',
      description:
        'The domain is gone and its name free at once; the zone is taken away behind it (action `domain.remove`), and so are its mailboxes with their mail. Answers the domain as it last was: `mailboxes` says how many went with it.',
      status: 200,
      message: 'Domain removed.',
      id,
      data: Domain,
      *handle({ caller, id, now }) {
        return view(yield* domains.remove(caller.account.id, id, now));
      },
    }),
  ];
}
