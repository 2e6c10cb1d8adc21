import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Requests`,
  description: t`API requests made with your keys. Kept for 7 days.`,
  panel: t`Panel requests`,
  panelText: t`Requests that this panel makes for you and other members.`,
  sampled: t`Sampled: all failed requests and a part of the successful ones are listed.`,
  result: t`Result`,
  method: t`Method`,
  key: t`Key`,
  path: t`Path`,
  search: t`Path, like /api/v1/tickets`,
  requestId: t`Request ID`,
  by: t`By`,
  from: t`From`,
  took: t`Duration`,
  when: t`When`,
  environment: t`Environment`,
  request: t`Request`,
  meaning: t`What it means`,
  todo: t`What to do`,
  everything: t`All results`,
  empty: t`API requests of the last 7 days are listed here with their results. Create an API key to send the first one.`,
  createKey: t`Create API key`,
  noMatch: t`No request matches these filters.`,
  live: t`Live`,
  test: t`Sandbox`,
} as const;

export const CLASSES = [
  { value: '2xx', label: t`Succeeded (2xx)` },
  { value: '4xx', label: t`Refused (4xx)` },
  { value: '5xx', label: t`Failed (5xx)` },
];

export const METHODS = [
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
];
