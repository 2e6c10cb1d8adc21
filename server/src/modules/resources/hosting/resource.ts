import type { ActionResource } from '#kernel/jobs/action-kind.ts';

/** Resource of all actions on a VPS. */
export const HOSTING_RESOURCE: ActionResource = {
  type: 'hosting',
  scopes: ['hosting.read', 'hosting.write'],
  lane: 'vps',
};
