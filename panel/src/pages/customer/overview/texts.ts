import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Overview`,
  servers: t`Servers`,
  allServers: t`All servers`,
  noServers: t`No servers yet.`,
  orderServer: t`Order a server`,
  due: t`Due`,
  billing: t`Billing`,
  nothingDue: t`Nothing is due.`,
  firing: t`Active alerts`,
  monitoring: t`Monitoring`,
  tickets: t`Open tickets`,
  allTickets: t`All tickets`,
  noTickets: t`No open tickets.`,
  actions: t`In progress`,
  noActions: t`No actions in progress.`,
  events: t`Latest events`,
  allEvents: t`All events`,
  noEvents: t`No events yet. New events appear here live.`,
  stepsTitle: t`First steps`,
  stepsText: t`Three steps to use the API.`,
  hide: t`Hide`,
  done: t`done`,
} as const;

export const STEPS = {
  server: {
    title: t`Get a server`,
    text: t`A virtual server with its own IP address and your SSH keys.`,
    action: t`Order a server`,
  },
  key: {
    title: t`Create an API key`,
    text: t`It comes with a command to paste into a terminal.`,
    action: t`Create a key`,
  },
  webhook: {
    title: t`Add a webhook`,
    text: t`Notifies your program when something happens.`,
    action: t`Add a webhook`,
  },
} as const;
