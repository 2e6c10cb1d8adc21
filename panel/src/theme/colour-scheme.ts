import { localStorageColorSchemeManager, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export const colourSchemes = localStorageColorSchemeManager({ key: 'hostler.colours' });

/** What was chosen (light, dark, auto), and which of the two is shown. */
export function useColourScheme() {
  const { colorScheme: chosen, setColorScheme: setScheme } = useMantineColorScheme({ keepTransitions: false });
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return { chosen, shown, setScheme };
}
