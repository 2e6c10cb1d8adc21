import { useEffect, useRef } from 'react';

/** Time in which a second key belongs to `g`, which opens another page. */
const AFTER_G_MS = 1_200;

/** Calls a handler when its single key is pressed outside of fields and dialogs. */
export function useKeys(handlers: Readonly<Record<string, () => void>>): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    let afterG = 0;
    function press(event: KeyboardEvent): void {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
      const belongsToG = Date.now() - afterG < AFTER_G_MS;
      afterG = event.key === 'g' ? Date.now() : 0;
      const handle = current.current[event.key];
      if (belongsToG || !handle) return;
      event.preventDefault();
      handle();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]') !== null) return true;
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
