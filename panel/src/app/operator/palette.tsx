import { t } from '@lingui/core/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconFileSearch, IconMoon } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../operator/me.ts';
import { useColourScheme } from '../../theme/colour-scheme.ts';
import { PaletteBox } from '../palette/palette-box.tsx';
import { listConsolePages } from './navigation.ts';
import { useSearch } from './search.ts';

const TYPING_MS = 200;

/** Command palette of the console: finds pages and the records of all customers. */
export function ConsolePalette({ openings }: { openings: number }) {
  const [wanted, setWanted] = useState('');
  const [settled] = useDebouncedValue(wanted.trim(), TYPING_MS);
  const { groups: found, searching } = useSearch(settled);
  const { roles } = useMe();
  const { history } = useRouter();
  const { shown, setScheme } = useColourScheme();
  const records = found.map(({ label, found: some }) => ({
    group: label,
    actions: some.map(({ type, id, title, subtitle, account_name, url }) => ({
      id: `${type} ${id}`,
      label: title,
      description: [type === 'account' ? null : account_name, subtitle].filter(Boolean).join(', '),
      // Add the search term as keyword: the server may have matched another field than the title.
      keywords: [wanted],
      leftSection: <IconFileSearch size={18} stroke={1.6} />,
      onClick: () => history.push(url),
    })),
  }));
  const pages = listConsolePages(roles)
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .map(({ label, to }) => ({
      id: to,
      label,
      leftSection: <IconArrowRight size={18} stroke={1.6} />,
      onClick: () => history.push(to),
    }));
  const colours = {
    id: 'colours',
    label: shown === 'dark' ? t`Light colours` : t`Dark colours`,
    keywords: t`theme mode`,
    leftSection: <IconMoon size={18} stroke={1.6} />,
    onClick: () => setScheme(shown === 'dark' ? 'light' : 'dark'),
  };
  const groups = [...records, { group: t`Pages`, actions: pages }, { group: t`Actions`, actions: [colours] }];
  return (
    <PaletteBox openings={openings} groups={groups} query={wanted} onQueryChange={setWanted} searching={searching} />
  );
}
