import { t } from '@lingui/core/macro';
import { createSpotlight, Spotlight, type SpotlightActionGroupData, useSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTopmost } from '../../parts/layers.ts';
import { filterByWords } from './filter-by-words.ts';
import classes from './palette.module.css';

const [store, spotlight] = createSpotlight();

interface PaletteBoxProps {
  /** Increases with every opening. */
  readonly openings: number;
  readonly groups: SpotlightActionGroupData[];
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly searching: boolean;
}

/** The dialog of a command palette: a search field and groups of actions. */
export function PaletteBox({ openings, groups, query, onQueryChange, searching }: PaletteBoxProps) {
  // Register as topmost, so that dialogs below ignore Esc.
  useTopmost(useSpotlight(store).opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs each time the dialog opens.
  useEffect(() => spotlight.open(), [openings]);
  return (
    <Spotlight
      store={store}
      actions={groups}
      filter={filterByWords}
      query={query}
      onQueryChange={onQueryChange}
      shortcut={null}
      nothingFound={searching ? t`Searching…` : t`No results. Check the spelling.`}
      centered={false}
      yOffset={96}
      scrollable
      maxHeight={440}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={{ actionsGroup: classes.group }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t`Search or command`,
        'aria-label': t`Search or command`,
      }}
    />
  );
}
