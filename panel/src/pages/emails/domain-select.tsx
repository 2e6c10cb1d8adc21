import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useDomainChoice } from './queries.ts';

interface DomainSelectProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly value?: string | null;
  readonly onChange?: (domain: string | null) => void;
}

/** One of the account's domains by name, found by typing a part of it. */
export function DomainSelect({ value = null, onChange, ...rest }: DomainSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data } = useDomainChoice(search === value ? '' : search);
  const names = data?.data.map(({ domain }) => domain) ?? [];
  return (
    <Select
      {...rest}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={value !== null && !names.includes(value) ? [value, ...names] : names}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}
