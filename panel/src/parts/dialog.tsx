import { type DrawerProps, Drawer as MantineDrawer, Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useTopmost } from './layers.ts';

/** Dialog that closes on Esc only if it is topmost; the library would close every open dialog. */
export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  const isTop = useTopmost(props.opened);
  return <MantineModal {...props} closeOnEscape={closeOnEscape && isTop} />;
}

/** Side drawer with the same Esc behaviour. */
export function Drawer({ closeOnEscape = true, ...props }: DrawerProps) {
  const isTop = useTopmost(props.opened);
  return <MantineDrawer {...props} closeOnEscape={closeOnEscape && isTop} />;
}
