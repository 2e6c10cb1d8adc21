import { Button, Menu } from '@mantine/core';
import { IconEdit, IconEye, IconEyeOff, IconPackage, IconReceipt, IconTrendingUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CsvButton } from '#operator/csv-button.tsx';
import { MONEY, OWNERS, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { formatNumber } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { type Doing, PlanCommand } from './plan-command.tsx';
import { PlanDrawer } from './plan-drawer.tsx';
import { describePrice, describeSize } from './prices.ts';
import { type StaffPlan, usePlans } from './queries.ts';
import { CatalogSections } from './sections.tsx';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/catalog');

/** Plans with their prices, stock and visibility. */
export function CatalogPage() {
  const { plan: opened, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => changeSearch(before, { plan: id, page: before.page }) });
  const filters = { ...search };
  const plans = usePlans(filters);
  const hasRole = useHasRole();
  const [doing, setDoing] = useState<Doing>(null);
  return (
    <>
      <PageTitle title={texts.title} count={plans.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/plans', query: filters })} />
        <CsvButton path="/plans" filters={filters} />
        {hasRole(MONEY) && <Button onClick={() => setDoing({ what: 'create' })}>{texts.create}</Button>}
      </PageTitle>
      <CatalogSections />
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      />
      <DataTable
        label={texts.plans}
        query={plans}
        rows={plans.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ id }) => open(String(id))}
        columns={[
          { key: 'name', title: texts.plan, render: ({ name }) => name },
          { key: 'size', title: texts.size, card: 'line', render: describeSize },
          {
            key: 'price',
            title: texts.price,
            card: 'line',
            render: ({ prices }) => {
              const [first, ...others] = prices.map(describePrice);
              return others.length > 0 ? `${first} +${others.length}` : first;
            },
          },
          {
            key: 'version',
            title: texts.version,
            width: 90,
            align: 'end',
            from: 'lg',
            card: 'none',
            render: ({ version }) => version,
          },
          {
            key: 'stock',
            title: texts.stock,
            width: 110,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ stock }) => (stock === null ? texts.unlimited : formatNumber(stock)),
          },
          {
            key: 'visibility',
            title: texts.visibility,
            width: 120,
            card: 'beside',
            render: ({ visibility }) => <Status tone={STATUSES[visibility].tone}>{STATUSES[visibility].label}</Status>,
          },
        ]}
        {...(hasRole(MONEY)
          ? {
              rowMenu: (plan: StaffPlan) => (
                <>
                  <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => setDoing({ what: 'change', plan })}>
                    {texts.change}
                  </Menu.Item>
                  {plan.visibility === 'public' ? (
                    <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => setDoing({ what: 'hide', plan })}>
                      {texts.hide}
                    </Menu.Item>
                  ) : (
                    <Menu.Item leftSection={<IconEye size={16} />} onClick={() => setDoing({ what: 'publish', plan })}>
                      {texts.publish}
                    </Menu.Item>
                  )}
                  <Menu.Item leftSection={<IconPackage size={16} />} onClick={() => setDoing({ what: 'stock', plan })}>
                    {texts.setStock}
                  </Menu.Item>
                  {hasRole(OWNERS) && (
                    <Menu.Item
                      leftSection={<IconTrendingUp size={16} />}
                      onClick={() => setDoing({ what: 'reprice', plan })}
                    >
                      {texts.reprice}
                    </Menu.Item>
                  )}
                </>
              ),
            }
          : {})}
        pager={{ meta: plans.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconReceipt} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      <PlanDrawer id={opened} onClose={() => open(undefined)} onDo={setDoing} />
      <PlanCommand doing={doing} onClose={() => setDoing(null)} />
    </>
  );
}
