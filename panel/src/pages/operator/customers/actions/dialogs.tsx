import { notifications } from '@mantine/notifications';
import { Confirm } from '#parts/confirm.tsx';
import { type AccountSummary, useAccountButton } from '../queries.ts';
import { texts } from '../texts.ts';
import { AddCredit } from './add-credit.tsx';
import { AddNote } from './add-note.tsx';
import { ChangeTags } from './change-tags.tsx';
import { CloseAccount } from './close-account.tsx';
import { CreateServer } from './create-server.tsx';
import { CreateSubscription } from './create-subscription.tsx';
import { ExportData } from './export-data.tsx';
import { Hold } from './hold.tsx';
import { Invite } from './invite.tsx';
import { Suspend } from './suspend.tsx';

/** The dialog that is open. */
export type Doing =
  | 'suspend'
  | 'credit'
  | 'note'
  | 'subscription'
  | 'server'
  | 'tags'
  | 'trust'
  | 'hold'
  | 'invite'
  | 'export'
  | 'close';

interface DialogsProps {
  readonly account: AccountSummary;
  readonly doing: Doing | null;
  readonly onClose: () => void;
}

/** Currency of a customer who has not ordered yet. */
const USUAL_CURRENCY = 'EUR';

export function Dialogs({ account, doing, onClose }: DialogsProps) {
  const { id, balance, tags } = account;
  const given = { id, onClose };
  if (doing === 'suspend') return <Suspend {...given} />;
  if (doing === 'credit') return <AddCredit {...given} currency={balance?.currency ?? USUAL_CURRENCY} />;
  if (doing === 'note') return <AddNote {...given} />;
  if (doing === 'subscription') return <CreateSubscription {...given} />;
  if (doing === 'server') return <CreateServer {...given} />;
  if (doing === 'tags') return <ChangeTags {...given} tags={tags} />;
  if (doing === 'trust') return <Trust {...given} />;
  if (doing === 'hold') return <Hold {...given} />;
  if (doing === 'invite') return <Invite {...given} />;
  if (doing === 'export') return <ExportData {...given} />;
  if (doing === 'close') return <CloseAccount account={account} onClose={onClose} />;
  return null;
}

function Trust({ id, onClose }: { id: number; onClose: () => void }) {
  const trust = useAccountButton(id, 'trust');
  return (
    <Confirm
      opened
      title={texts.trustTitle}
      text={texts.trustText}
      action={texts.trust}
      pending={trust.isPending}
      onClose={onClose}
      onConfirm={() =>
        trust.mutate({}, { onSuccess: () => notifications.show({ message: texts.trusted }), onSettled: onClose })
      }
    />
  );
}
