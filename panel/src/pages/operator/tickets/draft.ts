import { useSessionStorage } from '@mantine/hooks';

export interface Draft {
  readonly text: string;
  set(text: string): void;
  /** Removes the draft, unless other text was typed since it was sent. */
  clear(sent: string): void;
}

/** Keeps typed text in this tab until it is sent, also after a reload or navigation. */
export function useDraft(kind: 'reply' | 'note', ticketId: number): Draft {
  const key = `hostler.operator.${kind}.${ticketId}`;
  const [text, set, remove] = useSessionStorage({ key, defaultValue: '' });
  return {
    text,
    set,
    clear(sent) {
      // The stored draft counts, because the page may have been left.
      if (sessionStorage.getItem(key) === JSON.stringify(sent)) remove();
    },
  };
}
