import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Abuse`,
  description: t`Find and suspend the customer behind a report of abuse.`,
};

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

export const STEPS: readonly Step[] = [
  {
    title: t`Read the reports`,
    text: t`Reports reach you through the “Report abuse” link in the footer of public pages, and as tickets. Give such tickets the department abuse, or search for the word.`,
    links: [
      { label: t`Tickets of the department abuse`, href: '/operator/tickets?department=abuse' },
      { label: t`Tickets with the word abuse`, href: '/operator/tickets?queue=all&search=abuse' },
    ],
  },
  {
    title: t`Find the customer`,
    text: t`Enter the IP address, host name or domain of the report in the search field above. Former users of an address are found, too.`,
    links: [
      { label: t`Addresses and who used them`, href: '/operator/addresses' },
      { label: t`Domains`, href: '/operator/domains' },
    ],
  },
  {
    title: t`Stop it`,
    text: t`Suspend the server or the whole account with the cause Abuse and a reason. The customer gets a mail with the reason. Payment does not end such a suspension; only staff can.`,
    links: [
      { label: t`Servers`, href: '/operator/servers' },
      { label: t`Suspended customers`, href: '/operator/customers?status=suspended' },
    ],
  },
];
