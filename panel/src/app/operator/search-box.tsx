import { t } from '@lingui/core/macro';
import { Combobox, Kbd, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { COMMAND_KEY } from '../shortcuts-list.ts';
import classes from './header.module.css';
import { type Found, isSearchable, useSearch } from './search.ts';

const TYPING_MS = 150;
const PER_GROUP = 6;

/** Search over the records of all customers. Arrow keys choose a result and Enter opens it. */
export function SearchBox() {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const { groups, searching, error } = useSearch(settled);
  const { history } = useRouter();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const shown = groups.map((group) => ({ ...group, found: group.found.slice(0, PER_GROUP) }));
  const found = shown.flatMap((group) => group.found);
  const isWaiting = searching || settled !== text;

  function open(key: string): void {
    const chosen = found.find((one) => keyOf(one) === key);
    if (!chosen) return;
    setTyped('');
    combobox.closeDropdown();
    history.push(chosen.url);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={open} withinPortal shadow="md">
      <Combobox.Target>
        <TextInput
          className={classes.search}
          type="search"
          aria-label={t`Search`}
          placeholder={t`Name, address, IP, domain, invoice, ticket`}
          leftSection={<IconSearch size={16} />}
          rightSection={<Kbd size="xs">{COMMAND_KEY} K</Kbd>}
          rightSectionWidth={64}
          rightSectionProps={{ 'aria-hidden': true, style: { pointerEvents: 'none' } }}
          maxLength={200}
          autoComplete="off"
          value={typed}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && found.length > 0 && combobox.getSelectedOptionIndex() === -1) {
              open(keyOf(found[0] as Found));
            }
          }}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isSearchable(text)} mah={480} style={{ overflowY: 'auto' }}>
        <Combobox.Options aria-label={t`Search results`}>
          {shown.map(({ label, found: some }) => (
            <Combobox.Group key={label} label={label}>
              {some.map((one) => (
                <Combobox.Option key={keyOf(one)} value={keyOf(one)} className={classes.option}>
                  <div className={classes.what}>
                    <Text size="sm" truncate>
                      {one.title}
                    </Text>
                    {one.subtitle && (
                      <Text size="xs" c="dimmed" truncate>
                        {one.subtitle}
                      </Text>
                    )}
                  </div>
                  {one.type !== 'account' && one.account_name && (
                    <Text size="xs" c="dimmed" truncate className={classes.account}>
                      {one.account_name}
                    </Text>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {found.length === 0 && <Combobox.Empty>{describeNothing(isWaiting, error)}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function describeNothing(isWaiting: boolean, error: unknown): string {
  if (isWaiting) return t`Searching…`;
  return error ? t`The search failed. Try again.` : t`No results. Check the spelling.`;
}

function keyOf({ type, id }: Found): string {
  return `${type} ${id}`;
}
