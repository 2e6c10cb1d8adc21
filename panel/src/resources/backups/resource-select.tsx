import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMay } from '../../session/place-context.tsx';
import { useServerChoice } from '../servers/queries.ts';
import { useAllDatabases } from './queries.ts';
import type { Resource } from './resource.ts';
import { texts } from './texts.ts';

interface ResourceSelectProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly value?: Resource | null;
  readonly onChange?: (resource: Resource | null) => void;
}

/** Chooses a server or database by typing a part of its name. */
export function ResourceSelect({ value = null, onChange, ...rest }: ResourceSelectProps) {
  const may = useMay();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data: servers } = useServerChoice(value ? '' : search, may('hosting.read'));
  const { data: databases } = useAllDatabases(may('databases.read'));
  const living = servers?.data.filter(({ status }) => status !== 'terminated') ?? [];
  const groups = [
    { group: texts.servers, items: living.map(({ id, hostname }) => ({ value: `hosting ${id}`, label: hostname })) },
    {
      group: texts.databases,
      items: (databases ?? []).map(({ id, name }) => ({ value: `database ${id}`, label: name })),
    },
  ];
  return (
    <Select
      {...rest}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={groups.filter(({ items }) => items.length > 0)}
      value={value && `${value.type} ${value.id}`}
      onChange={(next) => onChange?.(next === null ? null : readResource(next))}
    />
  );
}

function readResource(text: string): Resource {
  const [type, id] = text.split(' ');
  return { type: type as Resource['type'], id: Number(id) };
}
