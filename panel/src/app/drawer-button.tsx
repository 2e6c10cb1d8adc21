import { t } from '@lingui/core/macro';
import { Burger } from '@mantine/core';
import type { HeaderProps } from './shell.tsx';

/** Opens and closes the menu of a narrow window. */
export function DrawerButton({ drawer, onDrawer }: HeaderProps) {
  return (
    <Burger
      opened={drawer}
      onClick={onDrawer}
      hiddenFrom="sm"
      size="sm"
      aria-label={drawer ? t`Close the menu` : t`Open the menu`}
    />
  );
}
