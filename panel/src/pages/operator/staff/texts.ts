import { t } from '@lingui/core/macro';
import type { StaffRole } from '#operator/me.ts';
import type { Tone } from '#parts/status.tsx';

/** Roles with what they may do, for the choice. */
export const ROLES: Record<StaffRole, { readonly label: string; readonly text: string }> = {
  owner: { label: t`Owner`, text: t`Everything. Only owners change staff, keys, limits and settings.` },
  support: { label: t`Support`, text: t`Reads invoices and balances. Starts and stops servers.` },
  billing: { label: t`Billing`, text: t`Plans, invoices, payments, refunds, bank and reports.` },
  technician: { label: t`Technician`, text: t`Servers, addresses, engines and failures.` },
};

export const STATUSES: Record<'active' | 'disabled', { readonly label: string; readonly tone: Tone }> = {
  active: { label: t`Active`, tone: 'good' },
  disabled: { label: t`Disabled`, tone: 'idle' },
};

export const texts = {
  title: t`Staff`,
  tabs: t`Staff sections`,
  people: t`People`,
  keys: t`Operator keys`,
  search: t`Search staff`,
  add: t`Add staff`,
  addTitle: t`Add staff`,
  addAction: t`Add`,
  email: t`E-mail`,
  name: t`Name`,
  roles: t`Roles`,
  rolesText: t`Rights of several roles add up. Every role reads customers and answers tickets.`,
  status: t`Status`,
  since: t`Since`,
  edit: t`Change roles`,
  editAction: t`Save`,
  disable: t`Disable`,
  disableText: t`The access to the console and the operator keys of this person end within a second. Access to customer accounts stays. To restore the access, add the address again.`,
  invited: (email: string) => t`An invitation was sent to ${email}. The person appears here after accepting it.`,
  added: (email: string) => t`${email} is now staff.`,
  empty: t`No staff yet.`,
};
