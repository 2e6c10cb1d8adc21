import { Button, Menu } from '@mantine/core';
import { IconBan, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Confirm } from '#parts/confirm.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { OrderSections } from '../sections.tsx';
import { AddBlock } from './add-block.tsx';
import { type Block, useBlocks, useRemoveBlock } from './queries.ts';
import { BLOCK_KINDS, texts } from './texts.ts';

const route = getRouteApi('/operator/orders/blocks');
const KIND_OPTIONS = Object.entries(BLOCK_KINDS).map(([value, label]) => ({ value, label }));

export function BlocksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: changeSearch(search, next) });
  const blocks = useBlocks(search);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Block | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={blocks.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/blocks', query: { ...search } })} />
        <CsvButton path="/blocks" filters={search} />
        <Button onClick={() => setAdding(true)}>{texts.add}</Button>
      </PageTitle>
      <OrderSections />
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
        <FilterSelect
          label={texts.anyKind}
          value={search.kind}
          options={KIND_OPTIONS}
          onChange={(kind) => change({ kind })}
        />
      </Filters>
      <DataTable
        label={texts.title}
        query={blocks}
        rows={blocks.data?.data}
        rowKey={({ id }) => id}
        rowName={nameValue}
        columns={[
          { key: 'value', title: texts.value, render: nameValue },
          { key: 'kind', title: texts.kind, width: '150px', card: 'beside', render: ({ kind }) => BLOCK_KINDS[kind] },
          { key: 'reason', title: texts.reason, card: 'line', render: ({ reason }) => reason },
          { key: 'by', title: texts.addedBy, from: 'lg', card: 'none', render: ({ created_by }) => created_by },
          {
            key: 'added',
            title: texts.added,
            width: '150px',
            from: 'md',
            card: 'line',
            render: ({ created_at }) => <Moment at={created_at} />,
          },
        ]}
        rowMenu={(block) => (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(block)}>
            {texts.remove}
          </Menu.Item>
        )}
        pager={{ meta: blocks.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconBan} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.nothingFound}
      />
      {adding && <AddBlock onClose={() => setAdding(false)} />}
      {removing && <RemoveBlock block={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function RemoveBlock({ block, onClose }: { block: Block; onClose: () => void }) {
  const remove = useRemoveBlock();
  return (
    <Confirm
      opened
      title={texts.removeTitle(nameValue(block))}
      text={texts.removeText}
      action={texts.remove}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(block.id, { onSettled: onClose })}
    />
  );
}

function nameValue({ kind, value }: Block): string {
  return kind === 'card' ? texts.cardValue(value) : value;
}
