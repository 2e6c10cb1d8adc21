import type { StaffRole } from '#operator/me.ts';
import type { Tone } from '#parts/status.tsx';

/** Roles with what they may do, for the choice. */
export const ROLES: Record<StaffRole, { readonly label: string; readonly text: string }> = {
  owner: { label: 'Owner', text: 'Everything. Only owners change staff, keys, limits and settings.' },
  support: { label: 'Support', text: 'Reads invoices and balances. Starts and stops servers.' },
  billing: { label: 'Billing', text: 'Plans, invoices, payments, refunds, bank and reports.' },
  technician: { label: 'Technician', text: 'Servers, addresses, engines and failed actions.' },
};

export const STATUSES: Record<'active' | 'disabled', { readonly label: string; readonly tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'idle' },
};

export const texts = {
  title: 'Staff',
  tabs: 'Staff sections',
  people: 'People',
  keys: 'Operator keys',
  search: 'Search staff',
  add: 'Add staff',
  addTitle: 'Add staff',
  addAction: 'Add',
  email: 'E-mail',
  name: 'Name',
  roles: 'Roles',
  rolesText: 'Rights of several roles add up. Every role reads customers and answers tickets.',
  status: 'Status',
  since: 'Since',
  edit: 'Change roles',
  editAction: 'Save',
  disable: 'Disable',
  disableText:
    'The access to the console and the operator keys of this person end within a second. Access to customer accounts stays. To restore the access, add the address again.',
  invited: (email: string) => `An invitation was sent to ${email}. The person appears here after accepting it.`,
  added: (email: string) => `${email} is staff now.`,
  empty: 'No staff yet.',
};
