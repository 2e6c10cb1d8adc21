import { Button, Menu, NumberInput } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { GROUP_SEPARATOR } from '#locales/separators.ts';
import { OWNERS, useHasRole } from '#operator/me.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { formatBytes, formatNumber } from '#parts/numbers.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { nameLimit } from '../limit-names.ts';
import { type LimitUse, useAccountChange, useLimits } from '../queries.ts';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id');

type Row = LimitUse & { readonly name: string };

/** Limits of sizes are in bytes. */
function show(name: string, value: number | null, none: string): string {
  if (value === null) return none;
  return name.endsWith('_bytes') ? formatBytes(value) : formatNumber(value);
}

export function LimitsTab() {
  const id = Number(route.useParams().id);
  const limits = useLimits(id);
  const may = useHasRole();
  const [changes, setChanges] = useState<Row | null>(null);
  const rows = limits.data && Object.entries(limits.data.limits).map(([name, use]): Row => ({ name, ...use }));
  return (
    <>
      <DataTable
        label={texts.tabs.limits}
        query={limits}
        rows={rows}
        rowKey={({ name }) => name}
        rowName={({ name }) => nameLimit(name)}
        columns={[
          { key: 'name', title: texts.limit, render: ({ name }) => nameLimit(name) },
          {
            key: 'used',
            title: texts.used,
            width: 160,
            align: 'end',
            render: ({ name, used }) => show(name, used, '–'),
          },
          {
            key: 'most',
            title: texts.most,
            width: 160,
            align: 'end',
            card: 'beside',
            render: ({ name, limit }) => show(name, limit, texts.noLimit),
          },
        ]}
        {...(may(OWNERS)
          ? {
              rowMenu: (row: Row) => (
                <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => setChanges(row)}>
                  {texts.changeLimit}
                </Menu.Item>
              ),
            }
          : {})}
        empty={null}
      />
      {changes && <ChangeLimit id={id} row={changes} onClose={() => setChanges(null)} />}
    </>
  );
}

function ChangeLimit({ id, row, onClose }: { id: number; row: Row; onClose: () => void }) {
  const mutation = useAccountChange<{ set: readonly string[] }>(id, 'limits');
  return (
    <FormDialog
      title={`${texts.changeLimit}: ${nameLimit(row.name)}`}
      text={texts.limitText}
      action={texts.save}
      initialValues={{ most: (row.limit ?? '') as number | string }}
      toInput={({ most }) => ({ set: [`${row.name}=${most === '' ? 'none' : most}`] })}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/accounts/limits', query: { id }, body: { ...body } })}
      done={() => texts.limitChanged}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NumberInput
            label={texts.most}
            min={0}
            allowDecimal={false}
            thousandSeparator={GROUP_SEPARATOR}
            data-autofocus
            {...form.getInputProps('most')}
          />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={mutation.isPending}
              onClick={() => mutation.mutate({ set: [`${row.name}=default`] }, { onSuccess: onClose })}
            >
              {texts.limitDefault}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
