import { Button, Menu } from '@mantine/core';
import { IconDisc } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CsvButton } from '#operator/csv-button.tsx';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { type StaffImage, useCatalogImages } from '../queries.ts';
import { CatalogSections } from '../sections.tsx';
import { type ImageWork, ImageWorkDialog } from './image-work.tsx';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/catalog/images');

export function ImagesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: changeSearch(search, next) });
  const filters = { ...search };
  const images = useCatalogImages(filters);
  const isTechnician = useHasRole()(MACHINES);
  const [work, setWork] = useState<ImageWork | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={images.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/catalog/images', query: filters })} />
        <CsvButton path="/catalog/images" filters={filters} />
        {isTechnician && <Button onClick={() => setWork({ kind: 'add' })}>{texts.add}</Button>}
      </PageTitle>
      <CatalogSections />
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      />
      <DataTable
        label={texts.title}
        query={images}
        rows={images.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={[
          { key: 'name', title: texts.name, render: ({ name }) => name },
          { key: 'slug', title: texts.slug, card: 'line', render: ({ slug }) => slug },
          {
            key: 'disk',
            title: texts.disk,
            width: '160px',
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ min_disk_gb }) => min_disk_gb,
          },
          {
            key: 'memory',
            title: texts.memory,
            width: '190px',
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ min_memory_mb }) => min_memory_mb,
          },
          {
            key: 'cloud-init',
            title: texts.cloudInit,
            width: '110px',
            from: 'lg',
            card: 'none',
            render: ({ cloud_init }) => (cloud_init ? texts.yes : texts.no),
          },
          {
            key: 'status',
            title: texts.status,
            width: '130px',
            card: 'beside',
            render: ({ deprecated_at }) => {
              const { tone, label } = STATUSES[deprecated_at === null ? 'available' : 'deprecated'];
              return <Status tone={tone}>{label}</Status>;
            },
          },
        ]}
        {...(isTechnician
          ? {
              rowMenu: (image: StaffImage) => (
                <>
                  <Menu.Item onClick={() => setWork({ kind: 'change', image })}>{texts.change}</Menu.Item>
                  <Menu.Item onClick={() => setWork({ kind: 'deprecate', image })}>
                    {image.deprecated_at === null ? texts.deprecate : texts.undo}
                  </Menu.Item>
                  <Menu.Item color="red" onClick={() => setWork({ kind: 'remove', image })}>
                    {texts.remove}
                  </Menu.Item>
                </>
              ),
            }
          : {})}
        pager={{ meta: images.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconDisc} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      {work && <ImageWorkDialog work={work} onClose={() => setWork(null)} />}
    </>
  );
}
