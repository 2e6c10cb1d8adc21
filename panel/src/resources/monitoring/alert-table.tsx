import type { MonitoringAlert } from '@hostler/sdk';
import type { ReactNode } from 'react';
import type { Column } from '../../parts/data-table/columns.ts';
import { DataTable, type TableQuery } from '../../parts/data-table/data-table.tsx';
import type { PagerProps } from '../../parts/data-table/pager.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Status } from '../../parts/status.tsx';
import { formatSpan } from '../../parts/times.ts';
import { useMay } from '../../session/place-context.tsx';
import { linkOfAlert } from './alert-link.ts';
import { tellLevel } from './levels.ts';
import { texts } from './texts.ts';

const COLUMNS: readonly Column<MonitoringAlert>[] = [
  { key: 'what', title: texts.what, render: ({ message }) => <Message text={message} /> },
  { key: 'value', title: texts.value, width: 270, from: 'md', render: tellLevel },
  {
    key: 'began',
    title: texts.began,
    width: 140,
    align: 'end',
    render: ({ started_at }) => <Moment at={started_at} />,
  },
  { key: 'lasted', title: texts.lasted, width: 120, align: 'end', render: (alert) => <Lasted {...alert} /> },
];

function Message({ text }: { text: string }) {
  return <span title={text}>{text}</span>;
}

function Lasted({ started_at, resolved_at }: MonitoringAlert) {
  if (resolved_at === null) return <Status tone="bad">{texts.active}</Status>;
  return formatSpan(Date.parse(resolved_at) - Date.parse(started_at));
}

interface AlertTableProps {
  readonly label: string;
  readonly query: TableQuery;
  readonly rows: readonly MonitoringAlert[] | undefined;
  readonly pager?: PagerProps;
  readonly empty: ReactNode;
  readonly noMatch?: string | false;
}

/** Lists alerts, each with a link to its chart or check. */
export function AlertTable(props: AlertTableProps) {
  const seesServers = useMay()('hosting.read');
  const rowLink = (alert: MonitoringAlert) => linkOfAlert(alert, seesServers);
  return <DataTable {...props} rowKey={({ id }) => id} rowLink={rowLink} columns={COLUMNS} />;
}
