import { type DrawerProps, Drawer as MantineDrawer, Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useTopmost } from './layers.ts';

/** A dialog over the page. By itself each would take Esc for its own, also with another one over it. */
export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  const isTop = useTopmost(props.opened);
  return <MantineModal {...props} closeOnEscape={closeOnEscape && isTop} />;
}

/** The same, from the side. */
export function Drawer({ closeOnEscape = true, ...props }: DrawerProps) {
  const isTop = useTopmost(props.opened);
  return <MantineDrawer {...props} closeOnEscape={closeOnEscape && isTop} />;
}
