import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTextPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useOfferedReplies } from './queries.ts';
import { texts } from './texts.ts';

const TYPING_MS = 200;

/** Chooses a canned reply by a part of its title or text. */
export function CannedSelect({ onInsert }: { onInsert: (message: string) => void }) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  const replies = useOfferedReplies(settled);
  const found = replies.data?.data ?? [];
  return (
    <Select
      aria-label={texts.insert}
      placeholder={texts.insert}
      leftSection={<IconTextPlus size={16} />}
      searchable
      // The server has filtered already, also by the text.
      filter={({ options }) => options}
      nothingFoundMessage={texts.noCanned}
      data={found.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const chosen = found.find((reply) => String(reply.id) === id);
        setTyped('');
        if (chosen) onInsert(chosen.message);
      }}
    />
  );
}
