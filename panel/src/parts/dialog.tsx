import { type DrawerProps, Drawer as MantineDrawer, Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useTopmost } from './layers.ts';
import { SandboxNote } from './sandbox-note.tsx';

/** Dialog that says in the sandbox that nothing is created, and closes on Esc only if it is topmost; the library would close every open dialog. */
export function Modal({ closeOnEscape = true, children, ...props }: ModalProps) {
  const isTop = useTopmost(props.opened);
  return (
    <MantineModal {...props} closeOnEscape={closeOnEscape && isTop}>
      <SandboxNote />
      {children}
    </MantineModal>
  );
}

/** Side drawer with the same behaviour. */
export function Drawer({ closeOnEscape = true, children, ...props }: DrawerProps) {
  const isTop = useTopmost(props.opened);
  return (
    <MantineDrawer {...props} closeOnEscape={closeOnEscape && isTop}>
      <SandboxNote />
      {children}
    </MantineDrawer>
  );
}
