import { lazy, Suspense, useEffect, useState } from 'react';

const OPEN = 'hostler:open-palette';
const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })));

export function openPalette(): void {
  window.dispatchEvent(new Event(OPEN));
}

/** Loads the command palette on first use. */
export function PaletteHost() {
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    const open = () => setOpened((times) => times + 1);
    window.addEventListener(OPEN, open);
    return () => window.removeEventListener(OPEN, open);
  }, []);
  if (opened === 0) return null;
  return (
    <Suspense fallback={null}>
      <Palette openings={opened} />
    </Suspense>
  );
}
