import { Confirm } from '#parts/confirm.tsx';
import { texts } from './texts.ts';

/** A restart or stop that waits for a confirmation. */
export interface Interruption {
  readonly verb: 'restart' | 'stop';
  readonly force?: boolean;
}

interface ConfirmInterruptionProps {
  readonly asked: Interruption;
  /** The server, or `3 selected`. */
  readonly name: string;
  readonly pending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function ConfirmInterruption({ asked, name, ...rest }: ConfirmInterruptionProps) {
  const { verb, force = false } = asked;
  const action = force ? (verb === 'stop' ? texts.forceStop : texts.forceRestart) : texts[verb];
  const text = force ? `${texts.forceText} ${texts.interruptText}` : texts.interruptText;
  return (
    <Confirm
      opened
      title={texts.interruptTitle(action, name)}
      text={text}
      action={action}
      destructive={force}
      {...rest}
    />
  );
}
