import { Button, Group, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconShoppingCart } from '@tabler/icons-react';
import { MONEY, useHasRole } from '#operator/me.ts';
import type { Column, Selection } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import type { PagerProps } from '#parts/data-table/pager.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { Status } from '#parts/status.tsx';
import classes from './orders-table.module.css';
import { type Order, useApprove, type useOrders } from './queries.ts';
import { KINDS, nameFlag, STATUSES, texts } from './texts.ts';

interface OrdersTableProps {
  readonly orders: ReturnType<typeof useOrders>;
  readonly empty: string;
  readonly isFiltered: boolean;
  readonly withStatus?: boolean;
  readonly selection?: Selection;
  readonly onPage: PagerProps['onPage'];
  readonly onOpen: (order: Order) => void;
  readonly onRefuse: (order: Order) => void;
}

export function OrdersTable(props: OrdersTableProps) {
  const { orders, empty, isFiltered, withStatus = false, selection, onPage, onOpen, onRefuse } = props;
  const mayDecide = useHasRole()(MONEY);
  const approve = useApprove();
  const columns: Column<Order>[] = [
    { key: 'customer', title: texts.customer, width: '15%', render: ({ account_name }) => account_name },
    {
      key: 'what',
      title: texts.what,
      card: 'line',
      render: ({ kind, name }) => (kind === 'order' ? name : KINDS.sign_up),
    },
    {
      key: 'amount',
      title: texts.amount,
      width: 92,
      align: 'end',
      card: 'beside',
      render: ({ amount, currency }) => amount !== null && currency !== null && <Money {...{ amount, currency }} />,
    },
    { key: 'flags', title: texts.flags, width: 180, card: 'line', render: (order) => <Flags order={order} /> },
    { key: 'address', title: texts.address, width: 130, from: 'lg', card: 'none', render: ({ ip }) => ip },
    {
      key: 'age',
      title: texts.age,
      width: 116,
      from: 'md',
      card: 'line',
      render: ({ waits_since, created_at }) => <Moment at={waits_since ?? created_at} />,
    },
  ];
  if (withStatus) {
    columns.push({
      key: 'status',
      title: texts.status,
      width: 170,
      card: 'line',
      render: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>,
    });
  } else if (mayDecide) {
    columns.push({
      key: 'decide',
      title: texts.decide,
      width: 190,
      card: 'line',
      render: (order) => (
        <Group gap={6} wrap="nowrap" className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="light"
            loading={approve.isPending && approve.variables === order.id}
            onClick={() =>
              approve.mutate(order.id, {
                onSuccess: ({ name }) => notifications.show({ message: texts.approved(name) }),
              })
            }
          >
            {texts.approve}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onRefuse(order)}>
            {texts.refuse}
          </Button>
        </Group>
      ),
    });
  }
  return (
    <DataTable
      label={texts.title}
      query={orders}
      rows={orders.data?.data}
      rowKey={({ id }) => id}
      rowName={({ account_name }) => account_name}
      onOpen={onOpen}
      columns={columns}
      {...(selection && mayDecide ? { selection } : {})}
      pager={{ meta: orders.data?.meta, onPage }}
      empty={<EmptyState icon={IconShoppingCart} text={empty} />}
      noMatch={isFiltered && texts.nothingFound}
    />
  );
}

function Flags({ order: { flags } }: { order: Order }) {
  if (flags.length === 0) {
    return (
      <Text inherit c="dimmed" span>
        {texts.noFlags}
      </Text>
    );
  }
  return (
    <div className={classes.flags}>
      {flags.map(({ code, reason }) => (
        <Tooltip key={code} label={reason} multiline maw={320}>
          <div>
            <Status tone="wait">{nameFlag(code)}</Status>
          </div>
        </Tooltip>
      ))}
    </div>
  );
}
