import type { MonitoringRule } from '@hostler/sdk';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import type { ListSearch } from '#parts/list-search.ts';
import { Status } from '#parts/status.tsx';
import { inOrder } from '#resources/monitoring/rules/in-order.ts';
import { useAllRules } from '#resources/monitoring/rules/queries.ts';
import { METRIC_NAMES, stateOf, tellCondition, texts } from '#resources/monitoring/rules/texts.ts';

const COLUMNS: readonly Column<MonitoringRule>[] = [
  { key: 'metric', title: texts.metric, width: '22%', render: ({ metric }) => METRIC_NAMES[metric] },
  { key: 'server', title: texts.server, width: 120, render: ({ hosting_id }) => `#${hosting_id}` },
  { key: 'condition', title: texts.condition, render: tellCondition },
  { key: 'status', title: texts.status, width: 140, card: 'beside', render: (rule) => <State rule={rule} /> },
];

function State({ rule }: { rule: MonitoringRule }) {
  const { label, tone } = stateOf(rule);
  return <Status tone={tone}>{label}</Status>;
}

interface AllRulesProps {
  readonly page: ListSearch['page'];
  readonly onPage: (page: number) => void;
}

/** Lists rules for people who may not read servers. */
export function AllRules({ page, onPage }: AllRulesProps) {
  const rules = useAllRules(page);
  return (
    <DataTable
      label={texts.title}
      query={rules}
      rows={rules.data && inOrder(rules.data.data)}
      rowKey={({ id }) => id}
      rowName={({ metric, hosting_id }) => `${METRIC_NAMES[metric]}, #${hosting_id}`}
      columns={COLUMNS}
      pager={{ meta: rules.data?.meta, onPage }}
      empty={texts.noServers}
    />
  );
}
