export const texts = {
  title: 'Requests',
  description: 'What was asked of the API with your keys and on these pages, kept 7 days.',
  sampled: 'Sampled: every failure is here, and of the successes as many as could be kept.',
  result: 'Result',
  method: 'Method',
  key: 'Key',
  path: 'Path',
  search: 'Path, like /api/v1/tickets',
  requestId: 'Request id',
  by: 'By',
  from: 'From',
  took: 'Took',
  when: 'When',
  environment: 'Environment',
  request: 'Request',
  meaning: 'What it means',
  todo: 'What to do',
  everything: 'All results',
  empty: 'Nothing has been asked of the API in the last 7 days. Your next call appears here.',
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
