import { useNavigate } from '@tanstack/react-router';
import { CommandDialog } from '#operator/command-dialog.tsx';
import type { AddressPool, Node } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';
import { texts } from './texts.ts';

export function CreatePool({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const nodes = useOperatorQuery(['nodes', 'names'], (signal) =>
    operatorApi.list<Node>('/nodes', { per_page: 100 }, { signal }),
  );
  const names = (nodes.data?.data ?? []).map(({ name }) => ({ value: name, label: name }));
  return (
    <CommandDialog<AddressPool>
      title={texts.createTitle}
      text={texts.createText}
      path="/addresses/pools"
      fields={[
        { name: 'network', label: texts.network, description: texts.networkHint, required: true },
        { name: 'gateway', label: texts.gateway, description: texts.gatewayHint, required: true },
        { name: 'region', label: texts.region, required: true, initial: 'default' },
        {
          name: 'node',
          label: texts.node,
          description: texts.nodeHint,
          type: 'choice',
          options: [{ value: '', label: texts.allNodes }, ...names],
        },
      ]}
      action={texts.create}
      touches={['addresses']}
      done={texts.created}
      onDone={({ id }) => void navigate({ to: '/operator/addresses/pools/$id', params: { id: String(id) } })}
      onClose={onClose}
    />
  );
}
