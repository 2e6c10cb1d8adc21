import { Button, Menu } from '@mantine/core';
import { IconBan, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { OperatorList } from '#operator/operator-list.tsx';
import { Confirm } from '#parts/confirm.tsx';
import { FilterSelect } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { OrderSections } from '../sections.tsx';
import { AddBlock } from './add-block.tsx';
import { type Block, useRemoveBlock } from './queries.ts';
import { BLOCK_KINDS, texts } from './texts.ts';

const route = getRouteApi('/operator/orders/blocks');
const KIND_OPTIONS = Object.entries(BLOCK_KINDS).map(([value, label]) => ({ value, label }));

export function BlocksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Block | null>(null);
  return (
    <>
      <OperatorList<Block, typeof search>
        title={texts.title}
        description={texts.description}
        path="/blocks"
        resource="blocks"
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        searchLabel={texts.search}
        sections={<OrderSections />}
        filters={
          <FilterSelect
            label={texts.anyKind}
            value={search.kind}
            options={KIND_OPTIONS}
            onChange={(kind) => void navigate({ search: (before) => changeSearch(before, { kind }) })}
          />
        }
        rowName={nameValue}
        columns={[
          { key: 'value', title: texts.value, render: nameValue },
          { key: 'kind', title: texts.kind, width: 150, card: 'beside', render: ({ kind }) => BLOCK_KINDS[kind] },
          { key: 'reason', title: texts.reason, card: 'line', render: ({ reason }) => reason },
          { key: 'by', title: texts.addedBy, from: 'lg', card: 'none', render: ({ created_by }) => created_by },
          {
            key: 'added',
            title: texts.added,
            sortBy: 'created_at',
            width: 150,
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
        icon={IconBan}
        empty={texts.empty}
      >
        <Button onClick={() => setAdding(true)}>{texts.add}</Button>
      </OperatorList>
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
