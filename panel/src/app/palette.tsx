import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useMay } from '../session/place-context.tsx';
import { allowedNavigation } from './navigation.ts';

/** Pages, records and actions by name. */
export function Palette({ openings }: { openings: number }) {
  const navigate = useNavigate();
  const may = useMay();
  const [wanted, setWanted] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening opens it again.
  useEffect(() => spotlight.open(), [openings]);
  const pages = useMemo(
    () =>
      allowedNavigation(may)
        .flatMap((entry) => entry.children ?? [entry])
        .map(({ label, to }) => ({
          id: to,
          label,
          leftSection: <IconArrowRight size={16} />,
          onClick: () => void navigate({ to }),
        })),
    [may, navigate],
  );
  return (
    <Spotlight
      actions={[{ group: 'Pages', actions: pages }]}
      query={wanted}
      onQueryChange={setWanted}
      shortcut={null}
      nothingFound="Nothing has this name."
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{ leftSection: <IconSearch size={18} />, placeholder: 'Search or command' }}
    />
  );
}
