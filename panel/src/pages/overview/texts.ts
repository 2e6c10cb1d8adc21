export const texts = {
  title: 'Overview',
  servers: 'Servers',
  allServers: 'All servers',
  noServers: 'No server yet.',
  orderServer: 'Order a server',
  due: 'Due',
  billing: 'Billing',
  nothingDue: 'Nothing is due.',
  firing: 'Alerts firing now',
  monitoring: 'Monitoring',
  tickets: 'Open tickets',
  allTickets: 'All tickets',
  noTickets: 'No open ticket.',
  actions: 'Under way',
  noActions: 'Nothing is under way.',
  events: 'Latest events',
  allEvents: 'All events',
  noEvents: 'Nothing has happened yet. Events appear here while you look.',
  stepsTitle: 'First steps',
  stepsText: 'Three things, and your programs can do everything that you can do here.',
  hide: 'Hide',
  done: 'done',
} as const;

export const STEPS = {
  server: {
    title: 'Get a server',
    text: 'A machine of your own, with an address and your SSH keys.',
    action: 'Order a server',
  },
  key: { title: 'Create an API key', text: 'It comes with a line to paste into a terminal.', action: 'Create a key' },
  webhook: {
    title: 'Add a webhook',
    text: 'A program of yours is told what happens, the moment it does.',
    action: 'Add a webhook',
  },
} as const;
