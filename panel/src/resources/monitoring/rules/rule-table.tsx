import type { Hosting, MonitoringRule } from '@hostler/sdk';
import { Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from '../../../parts/confirm.tsx';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { Status } from '../../../parts/status.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { CurrentCell } from './current-cell.tsx';
import { inOrder } from './in-order.ts';
import { usePauseRule, useRemoveRule, useRulesOf } from './queries.ts';
import { RuleForm } from './rule-form.tsx';
import { METRIC_NAMES, stateOf, tellCondition, texts } from './texts.ts';

function columnsFor(server: Hosting): readonly Column<MonitoringRule>[] {
  return [
    { key: 'metric', title: texts.metric, width: '22%', render: ({ metric }) => METRIC_NAMES[metric] },
    { key: 'condition', title: texts.condition, render: tellCondition },
    {
      key: 'now',
      title: texts.now,
      width: 220,
      from: 'md',
      card: 'none',
      render: (rule) => <CurrentCell rule={rule} server={server} />,
    },
    {
      key: 'status',
      title: texts.status,
      width: 140,
      card: 'beside',
      render: (rule) => <State rule={rule} server={server} />,
    },
  ];
}

function State({ rule, server }: { rule: MonitoringRule; server: Hosting }) {
  const { label, tone } = stateOf(rule, server);
  return <Status tone={tone}>{label}</Status>;
}

interface RuleTableProps {
  readonly server: Hosting;
  readonly empty: ReactNode;
}

/** Lists the rules of one server with their current values and actions. */
export function RuleTable({ server, empty }: RuleTableProps) {
  const may = useMay();
  const rules = useRulesOf(server.id);
  const pause = usePauseRule();
  const remove = useRemoveRule();
  const [editing, setEditing] = useState<MonitoringRule | null>(null);
  const [removing, setRemoving] = useState<MonitoringRule | null>(null);
  return (
    <>
      <DataTable
        label={`${texts.title}: ${server.hostname}`}
        query={rules}
        rows={rules.data && inOrder(rules.data.data)}
        rowKey={({ id }) => id}
        rowName={({ metric }) => `${METRIC_NAMES[metric]}, ${server.hostname}`}
        columns={columnsFor(server)}
        empty={empty}
        {...(may('hosting.write') && {
          onOpen: setEditing,
          rowMenu: (rule: MonitoringRule) => (
            <>
              <Menu.Item onClick={() => setEditing(rule)}>{texts.edit}</Menu.Item>
              <Menu.Item
                onClick={() => pause.mutate({ id: rule.id, status: rule.status === 'active' ? 'paused' : 'active' })}
              >
                {rule.status === 'active' ? texts.pause : texts.resume}
              </Menu.Item>
              <Menu.Item color="red" onClick={() => setRemoving(rule)}>
                {texts.remove}
              </Menu.Item>
            </>
          ),
        })}
      />
      {editing && <RuleForm of={{ rule: editing }} onClose={() => setEditing(null)} />}
      <Confirm
        opened={removing !== null}
        title={removing ? texts.removeTitle(METRIC_NAMES[removing.metric]) : ''}
        text={texts.removeText}
        action={texts.remove}
        destructive
        pending={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing.id, { onSuccess: () => setRemoving(null) })}
      />
    </>
  );
}
