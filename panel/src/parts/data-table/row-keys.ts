import { type RefObject, useEffect } from 'react';

/** Moves the focus between rows with j and k; Enter follows the focused link. */
export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if ((event.key !== 'j' && event.key !== 'k') || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]')) return;
      const openers = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-opener]') ?? [])];
      const at = openers.findIndex((opener) => opener.closest('tr')?.contains(document.activeElement));
      const next = openers[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [body]);
}
