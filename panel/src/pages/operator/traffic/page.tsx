import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { IconArrowsUpDown } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { AccountSelect } from '#operator/account-select.tsx';
import type { ServerTraffic } from '#operator/generated/types.gen.ts';
import { OperatorList } from '#operator/operator-list.tsx';
import { customerColumn } from '#operator/resource-list.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { formatPercent, formatTraffic } from '#parts/numbers.ts';
import { Status } from '#parts/status.tsx';
import { listMonths } from '#resources/servers/traffic-months.ts';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/traffic');
const CURRENT = 'current';
/** The server knows the current month in the time zone of the seller. */
const MONTHS = [
  { value: CURRENT, label: texts.thisMonth },
  ...listMonths('0000', Date.now()).map((value) => ({ value, label: value })),
];

/** Servers by their outbound traffic in a month. */
export function TrafficPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const bytes = (key: 'in_bytes' | 'billable_bytes', title: string) =>
    ({
      key,
      title,
      width: 110,
      align: 'end',
      from: 'lg',
      card: 'none',
      render: (row: ServerTraffic) => (row[key] === 0 ? '–' : formatTraffic(row[key])),
    }) as const;
  return (
    <OperatorList<ServerTraffic, typeof search>
      title={texts.title}
      description={texts.description}
      path="/traffic"
      resource="hosting"
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      searchLabel={texts.search}
      statuses={STATUSES}
      filters={
        <>
          <AccountSelect label={t`Customer`} value={search.account} onChange={(account) => change({ account })} />
          <Select
            aria-label={texts.month}
            data={MONTHS}
            value={search.month ?? CURRENT}
            allowDeselect={false}
            onChange={(month) => change({ month: month && month !== CURRENT ? month : undefined })}
          />
        </>
      }
      rowKey={({ hosting_id }) => hosting_id}
      rowName={({ hostname }) => hostname}
      rowLink={({ hosting_id }) => ({ to: '/operator/servers/$id', params: { id: String(hosting_id) } })}
      columns={[
        { key: 'server', title: texts.server, render: ({ hostname }) => hostname },
        customerColumn({ linked: false }),
        {
          key: 'sent',
          title: texts.sent,
          width: 110,
          align: 'end',
          card: 'beside',
          render: ({ out_bytes }) => formatTraffic(out_bytes),
        },
        bytes('in_bytes', texts.received),
        {
          key: 'included',
          title: texts.included,
          width: 140,
          align: 'end',
          from: 'md',
          card: 'line',
          render: describeIncluded,
        },
        bytes('billable_bytes', texts.billable),
        { key: 'state', title: texts.state, width: 160, from: 'md', card: 'line', render: State },
      ]}
      icon={IconArrowsUpDown}
      empty={texts.empty}
    />
  );
}

function describeIncluded({ included_bytes: included, out_bytes }: ServerTraffic): string {
  if (included === null) return texts.unmetered;
  if (included === 0) return formatTraffic(0);
  return `${formatTraffic(included)}, ${texts.share(formatPercent((100 * out_bytes) / included))}`;
}

function State({ throttled_mbps, billable_bytes }: ServerTraffic) {
  if (throttled_mbps !== null) return <Status tone="wait">{texts.limit(throttled_mbps)}</Status>;
  return billable_bytes > 0 ? <Status tone="wait">{texts.over}</Status> : '–';
}
