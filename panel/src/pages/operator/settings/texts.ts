export const texts = {
  title: 'Settings',
  description: 'Changes take effect within two seconds, without a restart.',
  setup: 'Setup',
  save: 'Save',
  saved: 'The settings were saved.',
  failed: 'The settings were not saved',
  number: (fallback: string | null) => `Enter a whole number. The default is ${fallback}.`,
  fixed: (variable: string) => `Set by ${variable} in the environment of the server. Change it there.`,
  set: 'Set',
  notSet: 'Not set',
};

/** Groups in the order of the page. */
export const GROUPS: readonly { readonly name: string; readonly title: string; readonly text: string }[] = [
  { name: 'company', title: 'Company', text: 'The seller on invoices and credit notes.' },
  { name: 'tax', title: 'Tax', text: 'The tax scheme of new invoices. Issued invoices do not change.' },
  { name: 'billing', title: 'Billing', text: 'Renewals, reminders and suspensions.' },
  { name: 'sign_up', title: 'Sign-up and orders', text: 'Who can become a customer, and which orders staff review.' },
  { name: 'legal', title: 'Legal links', text: 'Links in the footer of public pages.' },
  {
    name: 'brand',
    title: 'Brand',
    text: 'How the product looks to customers. Open pages show changes after a reload.',
  },
  { name: 'mail', title: 'Mail', text: 'The sender of mail to customers and staff.' },
];

export const SERVER = {
  title: 'Server',
  text: 'Environment variables of the server. Their values are not shown, because some are secret.',
};

export const imageTexts = {
  title: 'Logo and favicon',
  text: 'PNG images of at most 256 KB and 1024 × 1024 pixels. Without a logo, pages show the product name.',
  none: 'No image',
  upload: 'Upload',
  remove: 'Remove',
  size: (width: number, height: number) => `${width} × ${height} pixels`,
  saved: (label: string) => `${label}: the image was saved. Reload the page to see it.`,
  removed: (label: string) => `${label}: the image was removed.`,
  tooLarge: 'The file must have at most 256 KB.',
};

export const IMAGES = [
  { kind: 'logo', label: 'Logo', description: 'In the panel, on public pages, invoices and the API reference.' },
  { kind: 'logo_dark', label: 'Logo for dark pages', description: 'Without it, the logo is used on dark pages, too.' },
  { kind: 'favicon', label: 'Favicon', description: 'Square image for browser tabs and the collapsed sidebar.' },
] as const;
