import { t } from '@lingui/core/macro';
import { Group, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Modal } from '../parts/dialog.tsx';
import { openPalette } from './palette/palette-host.tsx';
import { listShortcuts, mapPlaces } from './shortcuts-list.ts';
import type { SidebarEntry } from './sidebar-entry.ts';

/** Maximum time between `g` and the second letter. */
const SECOND_KEY_MS = 1_200;
const SHOW = 'hostler:show-shortcuts';

export function showShortcuts(): void {
  window.dispatchEvent(new Event(SHOW));
}

/** Handles keyboard shortcuts of the frame; typing in a field never triggers one. */
export function Shortcuts({ entries }: { entries: readonly SidebarEntry[] }) {
  const [shown, setShown] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    const places = mapPlaces(entries);
    let afterG = 0;
    const show = () => setShown(true);
    function press(event: KeyboardEvent): void {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
      const place = Date.now() - afterG < SECOND_KEY_MS ? places.get(event.key) : undefined;
      afterG = event.key === 'g' ? Date.now() : 0;
      if (place) void navigate({ to: place });
      else if (event.key === '?') setShown(true);
      else if (event.key === '/') focusSearch();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', press);
    window.addEventListener(SHOW, show);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener(SHOW, show);
    };
  }, [navigate, entries]);

  return (
    <Modal opened={shown} onClose={() => setShown(false)} title={t`Keyboard shortcuts`} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        {listShortcuts(entries).map(({ title, shortcuts }) => (
          <Stack key={title} gap="xs">
            <Title order={3}>{title}</Title>
            {shortcuts.map(({ keys, does }) => (
              <Group key={does} justify="space-between" wrap="nowrap">
                <Text>{does}</Text>
                <Group gap={4} wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Modal>
  );
}

/** Returns true if the person is typing or a dialog is open. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('input, textarea, select') || target.closest('[role=dialog]') !== null
  );
}

/** Focuses the search field of the list. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#page input[type=search]');
  if (field) {
    field.focus();
    field.select();
  } else openPalette();
}
