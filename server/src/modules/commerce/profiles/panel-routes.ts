import type { PanelCaller } from '../../../kernel/http/caller.ts';
import { command, inAccount, type Route, show } from '../../../kernel/http/route.ts';
import { BillingProfile, BillingProfileChange } from './schemas.ts';
import type { ProfileService } from './service.ts';
import { viewProfile } from './view.ts';

export function profilePanelRoutes(profiles: ProfileService): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/billing/profile',
        access: 'billing.read',
        operation: 'show',
        summary: 'Show who invoices are made out to',
        description: 'Name, address and VAT id, as the next invoice will have them.',
        data: BillingProfile,
        *handle({ caller }) {
          return viewProfile(yield* profiles.find(caller.account.id));
        },
      }),
    ),
    inAccount(
      command({
        path: '/billing/profile',
        access: 'billing.write',
        operation: 'change',
        summary: 'Change who invoices are made out to',
        description:
          'What is absent stays as it is, and so do invoices that were issued. A VAT id of an EU country is looked up; until it is known to be valid, invoices have tax, and those since it was given are corrected then.',
        status: 200,
        message: 'Billing profile changed.',
        body: BillingProfileChange,
        data: BillingProfile,
        *handle({ caller, body, now }) {
          return viewProfile(yield* profiles.update(caller.account.id, body, now));
        },
      }),
    ),
  ];
}
