import type { Domain } from '@hostler/sdk';
import { IconWorld } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { DomainStatus } from '../../../resources/domains/domain-status.tsx';
import { OpenAddDomain } from '../../../resources/domains/open-add-domain.tsx';
import { useDomainsOf } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';

const route = getRouteApi('/frame/servers/$id/domains');

const COLUMNS: readonly Column<Domain>[] = [
  { key: 'name', title: texts.name, render: ({ domain }) => domain },
  {
    key: 'status',
    title: texts.status,
    width: 220,
    card: 'beside',
    render: (domain) => <DomainStatus {...domain} />,
  },
];

export function DomainsTab() {
  const id = Number(route.useParams().id);
  const domains = useDomainsOf(id);
  return (
    <>
      <SectionTitle title={texts.domains} description={texts.domainsText}>
        {domains.data?.length !== 0 && <OpenAddDomain hostingId={id} variant="default" />}
      </SectionTitle>
      <DataTable
        label={texts.domains}
        query={domains}
        rows={domains.data}
        rowKey={(domain) => domain.id}
        rowLink={(domain) => ({ to: '/domains/$id', params: { id: String(domain.id) } })}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={IconWorld}
            text={texts.noDomains}
            call={{ operation: 'domains.create', input: { domain: 'example.com', hosting_id: id } }}
          >
            <OpenAddDomain hostingId={id} />
          </EmptyState>
        }
      />
    </>
  );
}
