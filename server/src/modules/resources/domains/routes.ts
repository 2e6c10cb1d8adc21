import { viewPage } from '@hostler/database';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import { DOMAIN_ORDERS, DOMAIN_STATUSES, Domain, NewDomain } from './schemas.ts';
import type { DomainService } from './service.ts';
import type { DomainView } from './view.ts';

const id = { aliases: ['domain_id'], description: 'Identifier of the domain.' };

export function domainRoutes(domains: DomainService, view: DomainView): Route[] {
  return [
    list({
      path: '/domains',
      access: 'domains.read',
      summary: 'List domains',
      description:
        'Lists the domains of the account, newest first. `search` matches the name in punycode and in Unicode.',
      item: Domain,
      statuses: DOMAIN_STATUSES,
      orders: DOMAIN_ORDERS,
      *handle({ caller }, page) {
        return viewPage(yield* domains.list(caller.account.id, page), view);
      },
    }),
    show({
      path: '/domains/show',
      access: 'domains.read',
      summary: 'Get a domain',
      description: 'Returns one domain, including the name servers to set at the registrar.',
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
        'Adds a domain and creates its DNS zone (action `domain.create`). Emits `domain.added`. If any account already has the domain, or another account has a domain above or below it, the error is `DOMAIN_ALREADY_EXISTS`. If this installation requires proof of ownership, the domain stays `pending` until the TXT record in `verification` is found, for up to 7 days. Several accounts can try to verify the same domain; the first to succeed gets it.',
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
        'Removes a domain with its mailboxes and their mail. The domain disappears and its name is free immediately; the DNS zone is deleted in the background (action `domain.remove`). Returns the removed domain; `mailboxes` is the number of mailboxes that were removed.',
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
