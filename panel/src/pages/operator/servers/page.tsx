import { Button, Group } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OwnedHosting } from '#operator/generated/types.gen.ts';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { customerColumn, ResourceList, statusColumn } from '#operator/resource-list.tsx';
import { FilterSelect } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { STATUSES } from '#resources/servers/texts.ts';
import { AdoptMachines } from './adopt.tsx';
import { BulkMenu } from './bulk-menu.tsx';
import { CreateServer } from './create-server.tsx';
import { useNodeNames, usePlanNames } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/servers');

export function ServersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useHasRole()(MACHINES);
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set());
  const [opened, setOpened] = useState<'create' | 'adopt' | null>(null);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  return (
    <>
      <ResourceList<OwnedHosting, typeof search>
        title={texts.title}
        path="/hosting"
        resource="hosting"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        statuses={STATUSES}
        filters={
          <>
            <NodeFilter value={search.node} onChange={(node) => change({ node })} />
            <PlanFilter value={search.plan} onChange={(plan) => change({ plan })} />
            <BulkMenu ids={[...selected].map(String)} onDone={() => setSelected(new Set())} />
          </>
        }
        rowName={({ hostname }) => hostname}
        rowLink={({ id }) => ({ to: '/operator/servers/$id', params: { id: String(id) } })}
        selection={{ selected, onChange: setSelected }}
        columns={[
          { key: 'name', title: texts.name, render: ({ hostname }) => hostname },
          customerColumn({ linked: false }),
          statusColumn(STATUSES),
          {
            key: 'address',
            title: texts.address,
            width: 150,
            from: 'md',
            card: 'none',
            render: ({ ipv4, ipv6 }) => ipv4[0] ?? ipv6[0] ?? '–',
          },
          {
            key: 'node',
            title: texts.node,
            width: 130,
            from: 'lg',
            card: 'none',
            render: ({ node }) => node ?? '–',
          },
          {
            key: 'plan',
            title: texts.plan,
            width: 120,
            from: 'lg',
            card: 'none',
            render: ({ plan }) => plan ?? '–',
          },
        ]}
        icon={IconServer}
        empty={texts.empty}
      >
        {mayManage && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpened('adopt')}>
              {texts.adopt}
            </Button>
            <Button onClick={() => setOpened('create')}>{texts.create}</Button>
          </Group>
        )}
      </ResourceList>
      {opened === 'create' && <CreateServer onClose={() => setOpened(null)} />}
      {opened === 'adopt' && <AdoptMachines onClose={() => setOpened(null)} />}
    </>
  );
}

interface FilterProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function NodeFilter({ value, onChange }: FilterProps) {
  const names = (useNodeNames().data?.data ?? []).map(({ name }) => name);
  return <NameFilter label={texts.anyNode} names={names} value={value} onChange={onChange} />;
}

function PlanFilter({ value, onChange }: FilterProps) {
  const names = (usePlanNames().data?.data ?? []).map(({ name }) => name);
  return <NameFilter label={texts.anyPlan} names={names} value={value} onChange={onChange} />;
}

function NameFilter({ label, names, value, onChange }: FilterProps & { label: string; names: readonly string[] }) {
  const all = [...new Set([...names, ...(value === undefined ? [] : [value])])];
  return (
    <FilterSelect
      label={label}
      value={value}
      options={all.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  );
}
