import { Button, Menu } from '@mantine/core';
import { IconDisc } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { OperatorList } from '#operator/operator-list.tsx';
import { Status } from '#parts/status.tsx';
import type { StaffImage } from '../queries.ts';
import { CatalogSections } from '../sections.tsx';
import { type ImageWork, ImageWorkDialog } from './image-work.tsx';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/catalog/images');

export function ImagesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isTechnician = useHasRole()(MACHINES);
  const [work, setWork] = useState<ImageWork | null>(null);
  return (
    <>
      <OperatorList<StaffImage, typeof search>
        title={texts.title}
        path="/catalog/images"
        resource="catalog"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        statuses={STATUSES}
        sections={<CatalogSections />}
        rowName={({ name }) => name}
        columns={[
          { key: 'name', title: texts.name, render: ({ name }) => name },
          { key: 'slug', title: texts.slug, card: 'line', render: ({ slug }) => slug },
          {
            key: 'disk',
            title: texts.disk,
            width: 160,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ min_disk_gb }) => min_disk_gb,
          },
          {
            key: 'memory',
            title: texts.memory,
            width: 190,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ min_memory_mb }) => min_memory_mb,
          },
          {
            key: 'cloud-init',
            title: texts.cloudInit,
            width: 110,
            from: 'lg',
            card: 'none',
            render: ({ cloud_init }) => (cloud_init ? texts.yes : texts.no),
          },
          {
            key: 'status',
            title: texts.status,
            width: 130,
            card: 'beside',
            render: ({ deprecated_at }) => {
              const { tone, label } = STATUSES[deprecated_at === null ? 'available' : 'deprecated'];
              return <Status tone={tone}>{label}</Status>;
            },
          },
        ]}
        rowMenu={
          isTechnician
            ? (image) => (
                <>
                  <Menu.Item onClick={() => setWork({ kind: 'change', image })}>{texts.change}</Menu.Item>
                  <Menu.Item onClick={() => setWork({ kind: 'deprecate', image })}>
                    {image.deprecated_at === null ? texts.deprecate : texts.undo}
                  </Menu.Item>
                  <Menu.Item color="red" onClick={() => setWork({ kind: 'remove', image })}>
                    {texts.remove}
                  </Menu.Item>
                </>
              )
            : undefined
        }
        icon={IconDisc}
        empty={texts.empty}
      >
        {isTechnician && <Button onClick={() => setWork({ kind: 'add' })}>{texts.add}</Button>}
      </OperatorList>
      {work && <ImageWorkDialog work={work} onClose={() => setWork(null)} />}
    </>
  );
}
