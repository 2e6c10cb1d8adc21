import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { Confirm } from '#parts/confirm.tsx';
import { type Import, useDiscard } from './queries.ts';
import { texts } from './texts.ts';

type Doing = 'switch' | 'discard' | 'invite' | null;

/** Decisions about an import, by its status. */
export function ReportButtons({ row }: { row: Import }) {
  const [doing, setDoing] = useState<Doing>(null);
  const { status, kind, wrong, failed, invites, imported } = row;
  const mayInvite = status === 'active' && kind === 'customers' && !invites && imported > 0;
  return (
    <>
      {(status === 'checked' || status === 'checking') && (
        <Button variant="default" onClick={() => setDoing('discard')}>
          {texts.discard}
        </Button>
      )}
      {mayInvite && (
        <Button variant="default" onClick={() => setDoing('invite')}>
          {texts.inviteAll}
        </Button>
      )}
      {status === 'checked' && (
        <Button disabled={wrong > 0} onClick={() => setDoing('switch')}>
          {texts.switchOn}
        </Button>
      )}
      {status === 'active' && failed > 0 && <Button onClick={() => setDoing('switch')}>{texts.retry}</Button>}
      <Dialogs row={row} doing={doing} onClose={() => setDoing(null)} />
    </>
  );
}

function Dialogs({ row, doing, onClose }: { row: Import; doing: Doing; onClose: () => void }) {
  const { id, kind } = row;
  const common = { query: { id }, touches: ['imports'], onClose };
  if (doing === 'switch' && row.status === 'checked') {
    return (
      <CommandDialog
        {...common}
        title={texts.switchTitle}
        text={texts.switchText[kind](row.new)}
        path="/imports/activate"
        fields={
          kind === 'customers'
            ? [{ name: 'invite', label: texts.invite, description: texts.inviteText, type: 'flag' }]
            : []
        }
        action={texts.switchOn}
        done={texts.switchedOn}
      />
    );
  }
  if (doing === 'switch') {
    return (
      <CommandDialog
        {...common}
        title={texts.failedTitle(row.failed)}
        text={texts.failedText}
        path="/imports/activate"
        action={texts.retry}
        done={texts.retrying}
      />
    );
  }
  if (doing === 'invite') {
    return (
      <CommandDialog
        {...common}
        title={texts.inviteTitle}
        text={texts.inviteAllText}
        path="/imports/invite"
        action={texts.inviteAll}
        done={texts.inviting}
      />
    );
  }
  return doing === 'discard' ? <Discard id={id} onClose={onClose} /> : null;
}

function Discard({ id, onClose }: { id: number; onClose: () => void }) {
  const discard = useDiscard(id);
  return (
    <Confirm
      opened
      destructive
      title={texts.discardTitle}
      text={texts.discardText}
      action={texts.discard}
      pending={discard.isPending}
      onClose={onClose}
      onConfirm={() =>
        discard.mutate(undefined, {
          onSuccess: () => notifications.show({ message: texts.discarded }),
          onSettled: onClose,
        })
      }
    />
  );
}
