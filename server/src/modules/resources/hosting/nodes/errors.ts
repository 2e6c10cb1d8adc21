import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  node_already_locked: { code: 'CONFLICT', message: 'The node {node} is already locked.' },
  node_not_locked: { code: 'CONFLICT', message: 'The node {node} is not locked.' },
  all_nodes_locked: {
    code: 'CONFLICT',
    message: 'All nodes are locked for new servers. Unlock one first: hostler node unlock --node NAME',
  },
});
