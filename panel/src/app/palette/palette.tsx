import { t } from '@lingui/core/macro';
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { IconArrowRight, IconFileSearch, IconFlask, IconMoon, IconPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useRunPower } from '../../resources/servers/run-power.tsx';
import { useMay, usePlace } from '../../session/place-context.tsx';
import { useColourScheme } from '../../theme/colour-scheme.ts';
import { allowedNavigation } from '../navigation.ts';
import { COMMANDS } from './commands.ts';
import { PaletteBox } from './palette-box.tsx';
import { useFoundRecords } from './records.ts';
import { useVerbActions } from './use-verb-actions.tsx';
import { readVerb } from './verbs.ts';

const TYPING_MS = 200;

/** Command palette: finds pages, records and actions by name, and runs typed commands such as `restart web1`. */
export function Palette({ openings }: { openings: number }) {
  const [wanted, setWanted] = useState('');
  const [settled] = useDebouncedValue(wanted.trim(), TYPING_MS);
  const asked = readVerb(settled);
  const { records, searching } = useFoundRecords(asked ? asked.name : settled);
  const { pages, commands } = useOwnActions();
  const go = useGo();
  const { run, dialog } = useRunPower();
  const verbs = useVerbActions(asked, { onPower: run, onGo: go });
  const found = records.map(({ id, label, description, to }) => ({
    id,
    label,
    description,
    // Add the search term as keyword: the server may have matched another field than the name.
    keywords: [wanted],
    leftSection: <IconFileSearch size={18} stroke={1.6} />,
    onClick: () => go(to),
  }));
  const others = [
    { group: t({ message: 'Records', context: 'of any kind' }), actions: found },
    { group: t`Pages`, actions: pages },
  ];
  // Actions for an older text could run on another server.
  const typed = wanted.trim() === settled ? verbs.actions.map((action) => ({ ...action, keywords: [wanted] })) : [];
  const actions = { group: t`Actions`, actions: [...typed, ...commands] };
  return (
    <>
      <PaletteBox
        openings={openings}
        groups={typed.length > 0 ? [actions, ...others] : [...others, actions]}
        query={wanted}
        onQueryChange={setWanted}
        searching={searching || verbs.searching}
      />
      {dialog}
    </>
  );
}

/** Returns a function that navigates to an address, including its query string. */
function useGo(): (to: string) => void {
  const { history } = useRouter();
  return (to) => history.push(to);
}

function useOwnActions(): { pages: SpotlightActionData[]; commands: SpotlightActionData[] } {
  const go = useGo();
  const may = useMay();
  const { place, account, chooseEnvironment } = usePlace();
  const { shown, setScheme } = useColourScheme();
  const pages = allowedNavigation(may)
    .flatMap((entry) => entry.children ?? [entry])
    .map(({ label, to }) => ({
      id: to,
      label,
      leftSection: <IconArrowRight size={18} stroke={1.6} />,
      onClick: () => go(to),
    }));
  const commands: SpotlightActionData[] = COMMANDS.filter(({ needs }) => may(needs)).map(({ label, to, keywords }) => ({
    id: label,
    label,
    keywords,
    leftSection: <IconPlus size={18} stroke={1.6} />,
    onClick: () => go(to),
  }));
  const sandbox = place.environment === 'test';
  if (account.environments.length > 1) {
    commands.push({
      id: 'sandbox',
      label: sandbox ? t`Leave the sandbox` : t`Enter the sandbox`,
      keywords: t`test environment simulate`,
      leftSection: <IconFlask size={18} stroke={1.6} />,
      onClick: () => chooseEnvironment(sandbox ? 'live' : 'test'),
    });
  }
  commands.push({
    id: 'colours',
    label: shown === 'dark' ? t`Light colours` : t`Dark colours`,
    keywords: t`theme mode`,
    leftSection: <IconMoon size={18} stroke={1.6} />,
    onClick: () => setScheme(shown === 'dark' ? 'light' : 'dark'),
  });
  return { pages, commands };
}
