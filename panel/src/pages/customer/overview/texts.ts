export const texts = {
  title: 'Overview',
  servers: 'Servers',
  allServers: 'All servers',
  noServers: 'No servers yet.',
  orderServer: 'Order a server',
  due: 'Due',
  billing: 'Billing',
  nothingDue: 'Nothing is due.',
  firing: 'Active alerts',
  monitoring: 'Monitoring',
  tickets: 'Open tickets',
  allTickets: 'All tickets',
  noTickets: 'No open tickets.',
  actions: 'In progress',
  noActions: 'No actions in progress.',
  events: 'Latest events',
  allEvents: 'All events',
  noEvents: 'No events yet. New events appear here live.',
  stepsTitle: 'First steps',
  stepsText: 'Three steps to use the API.',
  hide: 'Hide',
  done: 'done',
} as const;

export const STEPS = {
  server: {
    title: 'Get a server',
    text: 'A virtual server with its own IP address and your SSH keys.',
    action: 'Order a server',
  },
  key: {
    title: 'Create an API key',
    text: 'It comes with a command to paste into a terminal.',
    action: 'Create a key',
  },
  webhook: {
    title: 'Add a webhook',
    text: 'Notifies your program when something happens.',
    action: 'Add a webhook',
  },
} as const;
