import type { CatalogEntry } from '@hostler/sdk';
import { Select, type SelectProps, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { whyNot } from '../../../resources/applications/fitness.ts';
import { texts } from '../../../resources/applications/texts.ts';
import { useServerChoice, useServerName } from '../../../resources/servers/queries.ts';
import classes from './target-select.module.css';

interface TargetSelectProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly needs: CatalogEntry['needs'];
  readonly value?: number | null;
  readonly onChange?: (id: number | null) => void;
}

/** Chooses the server: suitable ones first, then unsuitable ones with the reason. */
export function TargetSelect({ needs, value = null, onChange, ...rest }: TargetSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data: chosen } = useServerName(value);
  const { data } = useServerChoice(search === chosen?.hostname ? '' : search, true);
  const found = data?.data.filter(({ status }) => status !== 'terminated') ?? [];
  const all = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  const reasons = new Map(all.map((server) => [String(server.id), whyNot(server, needs)]));
  const options = all
    .map(({ id, hostname }) => ({ value: String(id), label: hostname, disabled: reasons.get(String(id)) !== null }))
    .sort((one, other) => Number(one.disabled) - Number(other.disabled));
  return (
    <Select
      {...rest}
      searchable
      openOnFocus={false}
      classNames={{ option: classes.option }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: given }) => given}
      nothingFoundMessage={texts.noServers}
      data={options}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text span inherit c={option.disabled ? 'dimmed' : undefined}>
            {option.label}
          </Text>
          {option.disabled && (
            <Text span size="xs" c="dimmed">
              {reasons.get(option.value)}
            </Text>
          )}
        </Stack>
      )}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange?.(next === null ? null : Number(next))}
    />
  );
}
