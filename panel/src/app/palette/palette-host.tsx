import { type ComponentType, Suspense, useEffect, useState } from 'react';

const OPEN = 'hostler:open-palette';

export function openPalette(): void {
  window.dispatchEvent(new Event(OPEN));
}

/** Renders a command palette on first use, so that a lazy one is loaded only then. */
export function PaletteHost({ Palette }: { Palette: ComponentType<{ openings: number }> }) {
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
