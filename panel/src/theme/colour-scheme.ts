import { localStorageColorSchemeManager, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export const colourSchemes = localStorageColorSchemeManager({ key: 'hostler.colours' });

/** Returns the chosen scheme (light, dark, auto) and the one shown. */
export function useColourScheme() {
  const { colorScheme: chosen, setColorScheme: setScheme } = useMantineColorScheme({ keepTransitions: false });
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return { chosen, shown, setScheme };
}
