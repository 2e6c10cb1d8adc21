import type { PanelCaller } from '#kernel/http/caller.ts';
import { command, inAccount, type Route, show } from '#kernel/http/route.ts';
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
        summary: 'Get the billing profile',
        description: 'Returns the name, the address and the VAT id for the next invoice.',
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
        summary: 'Update the billing profile',
        description:
          'Updates the billing profile. Omitted fields keep their values, except that a new country sets an omitted `state` to null. Issued invoices do not change. An EU VAT id is verified; until it is valid, invoices include tax. Invoices since the VAT id was entered are corrected once it is valid.',
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
