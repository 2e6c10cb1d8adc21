import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Settings`,
  description: t`Changes take effect within two seconds, without a restart.`,
  setup: t`Setup`,
  save: t`Save`,
  saved: t`The settings were saved.`,
  failed: t`The settings were not saved`,
  number: (fallback: string | null) => t`Enter a whole number. The default is ${fallback ?? '–'}.`,
  fixed: (variable: string) => t`Set by ${variable} in the environment of the server. Change it there.`,
  set: t`Set`,
  notSet: t`Not set`,
};

/** Groups in the order of the page. */
export const GROUPS: readonly { readonly name: string; readonly title: string; readonly text: string }[] = [
  { name: 'company', title: t`Company`, text: t`The seller on invoices and credit notes.` },
  { name: 'tax', title: t`Tax`, text: t`The tax scheme of new invoices. Issued invoices do not change.` },
  { name: 'billing', title: t`Billing`, text: t`Renewals, reminders and suspensions.` },
  {
    name: 'sign_up',
    title: t`Sign-up and orders`,
    text: t`Who can become a customer, and which orders staff review.`,
  },
  { name: 'legal', title: t`Legal links`, text: t`Links in the footer of public pages.` },
  {
    name: 'brand',
    title: t`Brand`,
    text: t`How the product looks to customers. Open pages show changes after a reload.`,
  },
  { name: 'mail', title: t`Mail`, text: t`The sender of mail to customers and staff.` },
];

export const SERVER = {
  title: t`Server`,
  text: t`Environment variables of the server. Their values are not shown, because some are secret.`,
};

export const imageTexts = {
  title: t`Logo and favicon`,
  text: t`PNG images of at most 256 KB and 1024 × 1024 pixels. Without a logo, pages show the product name.`,
  none: t`No image`,
  upload: t`Upload`,
  remove: t`Remove`,
  size: (width: number, height: number) => t`${width} × ${height} pixels`,
  saved: (label: string) => t`${label}: the image was saved. Reload the page to see it.`,
  removed: (label: string) => t`${label}: the image was removed.`,
  tooLarge: t`The file must have at most 256 KB.`,
};

export const IMAGES = [
  {
    kind: 'logo',
    label: t`Logo`,
    description: t`Shown in the panel, on public pages, invoices and in the API reference.`,
  },
  {
    kind: 'logo_dark',
    label: t`Logo for dark pages`,
    description: t`Without it, the logo is used on dark pages, too.`,
  },
  { kind: 'favicon', label: t`Favicon`, description: t`Square image for browser tabs and the collapsed sidebar.` },
] as const;
