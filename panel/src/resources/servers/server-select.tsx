import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useServerChoice, useServerName } from './queries.ts';

interface ServerSelectProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly value?: number | null;
  readonly onChange?: (id: number | null) => void;
}

/** Chooses a server by typing a part of its name. */
export function ServerSelect({ value = null, onChange, ...rest }: ServerSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data: chosen } = useServerName(value);
  // The text of the chosen server is not a search.
  const { data } = useServerChoice(search === chosen?.hostname ? '' : search, true);
  const servers = data?.data.filter(({ status }) => status !== 'terminated') ?? [];
  const all = chosen && !servers.some(({ id }) => id === chosen.id) ? [chosen, ...servers] : servers;
  return (
    <Select
      {...rest}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={all.map(({ id, hostname }) => ({ value: String(id), label: hostname }))}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange?.(next === null ? null : Number(next))}
    />
  );
}
