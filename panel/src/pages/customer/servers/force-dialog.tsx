import type { Hosting } from '@hostler/sdk';
import { usePower } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';
import { ToolDialog } from './tool-dialog.tsx';

interface ForceDialogProps {
  readonly server: Hosting;
  readonly verb: 'restart' | 'stop';
  readonly onClose: () => void;
}

/** Turns the power off without a shutdown; mounted only while open. */
export function ForceDialog({ server: { id, hostname }, verb, onClose }: ForceDialogProps) {
  const power = usePower();
  const label = verb === 'stop' ? texts.forceStop : texts.forceRestart;
  return (
    <ToolDialog
      title={texts.forceTitle(label, hostname)}
      text={texts.forceText}
      call={() => ({ operation: `hosting.${verb}`, input: { id, force: true } })}
      error={power.error}
      failed={texts.notForced}
      action={label}
      isPending={power.isPending}
      destructive
      onSend={() => power.mutate({ verb, id, force: true }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
