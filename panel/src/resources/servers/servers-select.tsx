import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useServerChoice } from './queries.ts';

interface ServersSelectProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  readonly value?: readonly number[];
  readonly onChange?: (ids: number[]) => void;
  /** Servers that are not offered. */
  readonly without?: readonly number[];
}

/** Chooses servers by typing a part of their names. */
export function ServersSelect({ value = [], onChange, without = [], ...rest }: ServersSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  // Names of chosen servers, which the current search may not find.
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const { data } = useServerChoice(search, true);
  const found = (data?.data ?? [])
    .filter(({ id, status }) => status !== 'terminated' && !without.includes(id))
    .map(({ id, hostname }) => ({ value: String(id), label: hostname }));
  const all = [...chosen, ...found.filter((one) => !chosen.some((other) => other.value === one.value))];
  return (
    <MultiSelect
      {...rest}
      searchable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={all}
      value={value.map(String)}
      onChange={(next) => {
        setChosen(all.filter((one) => next.includes(one.value)));
        onChange?.(next.map(Number));
      }}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}
