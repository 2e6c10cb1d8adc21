import { Trans } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import { useSandbox } from './sandbox.ts';
import classes from './sandbox-note.module.css';

/**
 * States in a dialog of the sandbox that nothing is created. The style hides it in dialogs that only show something, or
 * whose buttons are marked `data-real`.
 */
export function SandboxNote() {
  if (!useSandbox()) return null;
  return (
    <div className={classes.note} role="note">
      <IconFlask size={16} aria-hidden="true" />
      <Trans>Sandbox: this is simulated. Nothing is created or changed.</Trans>
    </div>
  );
}
