export const texts = {
  title: 'Abuse',
  description: 'Reports of abuse, and the means against it.',
};

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

export const STEPS: readonly Step[] = [
  {
    title: 'Read the reports',
    text: 'Reports reach you through the Abuse link in the footer of public pages, and as tickets. Give such tickets the department abuse, or search for the word.',
    links: [
      { label: 'Tickets of the department abuse', href: '/operator/tickets?department=abuse' },
      { label: 'Tickets with the word abuse', href: '/operator/tickets?queue=all&search=abuse' },
    ],
  },
  {
    title: 'Find the customer',
    text: 'Enter the IP address, host name or domain of the report in the search field above. Former users of an address are found, too.',
    links: [
      { label: 'Addresses and who used them', href: '/operator/addresses' },
      { label: 'Domains', href: '/operator/domains' },
    ],
  },
  {
    title: 'Stop it',
    text: 'Suspend the server or the whole account with the cause Abuse and a reason. The customer gets a mail with the reason. Payment does not end such a suspension; only staff can.',
    links: [
      { label: 'Servers', href: '/operator/servers' },
      { label: 'Suspended customers', href: '/operator/customers?status=suspended' },
    ],
  },
];
