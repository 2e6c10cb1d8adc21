export const texts = {
  title: 'Requests',
  description: 'API requests made with your keys and in this panel. Kept for 7 days.',
  sampled: 'Sampled: all failed requests and a part of the successful ones are listed.',
  result: 'Result',
  method: 'Method',
  key: 'Key',
  path: 'Path',
  search: 'Path, like /api/v1/tickets',
  requestId: 'Request ID',
  by: 'By',
  from: 'From',
  took: 'Duration',
  when: 'When',
  environment: 'Environment',
  request: 'Request',
  meaning: 'What it means',
  todo: 'What to do',
  everything: 'All results',
  empty: 'API requests of the last 7 days are listed here with their results. Create an API key to send the first one.',
  createKey: 'Create API key',
  noMatch: 'No request matches these filters.',
  live: 'Live',
  test: 'Sandbox',
} as const;

export const CLASSES = [
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Refused (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
];

export const METHODS = [
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
];
