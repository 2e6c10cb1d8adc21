import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../parts/confirm.tsx';
import { useRestartQuestion } from './restart-question.ts';
import { POWER, texts } from './texts.ts';

interface ConfirmPowerProps {
  /** The action to confirm; null closes the dialog. */
  readonly verb: 'restart' | 'stop' | null;
  /** The server, or `3 servers`. */
  readonly name: string;
  /** A further consequence. */
  readonly also?: string | false | undefined;
  readonly pending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a restart or a stop. The person can choose not to be asked again before restarts. */
export function ConfirmPower({ verb, name, also, pending, onClose, onConfirm }: ConfirmPowerProps) {
  const { setAsks } = useRestartQuestion();
  const [isLast, setLast] = useState(false);
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(verb);
  if (verb !== null && verb !== shown) setShown(verb);
  const isRestart = shown !== 'stop';
  const text = isRestart ? texts.restartText : texts.stopText;
  return (
    <Confirm
      opened={verb !== null}
      title={isRestart ? texts.restartTitle(name) : texts.stopTitle(name)}
      text={also ? `${text} ${also}` : text}
      action={POWER[isRestart ? 'restart' : 'stop'].label}
      pending={pending}
      onClose={onClose}
      onConfirm={() => {
        if (isRestart && isLast) setAsks(false);
        onConfirm();
      }}
    >
      {isRestart && (
        <Checkbox
          label={texts.restartUnasked}
          checked={isLast}
          onChange={({ currentTarget }) => setLast(currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}
