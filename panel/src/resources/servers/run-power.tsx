import type { Hosting } from '@hostler/sdk';
import { useState } from 'react';
import { useSubscriptionOf } from '../billing/queries.ts';
import { ConfirmPower } from './confirm-power.tsx';
import { type PowerVerb, usePower } from './queries.ts';
import { useRestartQuestion } from './restart-question.ts';
import { texts } from './texts.ts';

interface Asking {
  /** Null closes the dialog. */
  readonly verb: 'restart' | 'stop' | null;
  readonly server: Hosting;
}

/** Returns a function that starts, restarts or stops a server, and the dialog that asks before an interruption. */
export function useRunPower() {
  const power = usePower();
  const { asks } = useRestartQuestion();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking((last) => last && { ...last, verb: null });
  const run = (verb: PowerVerb, server: Hosting) => {
    if (verb === 'stop' || (verb === 'restart' && asks)) setAsking({ verb, server });
    else power.mutate({ verb, id: server.id });
  };
  const dialog = asking && (
    <Question
      {...asking}
      pending={power.isPending}
      onClose={close}
      onConfirm={() => {
        const { verb, server } = asking;
        if (verb) power.mutate({ verb, id: server.id }, { onSettled: close });
      }}
    />
  );
  return { run, dialog, isPending: power.isPending };
}

interface QuestionProps extends Asking {
  readonly pending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Question({ verb, server, ...rest }: QuestionProps) {
  const isHourly = useSubscriptionOf(server).data?.billing_period === 'hourly';
  const also = verb === 'stop' && isHourly && texts.stopCosts;
  return <ConfirmPower verb={verb} name={server.hostname} also={also} {...rest} />;
}
