import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Confirm } from '#parts/confirm.tsx';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { type Contact, usePersonChange } from '../queries.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

export type PersonAction = 'reset' | 'lift-factor' | 'disable' | 'erase';

interface PersonDialogProps {
  readonly what: PersonAction;
  readonly person: Contact;
  readonly onClose: () => void;
}

export function PersonDialog({ what, person, onClose }: PersonDialogProps) {
  if (what === 'lift-factor') return <LiftFactor person={person} onClose={onClose} />;
  if (what === 'erase') return <Erase person={person} onClose={onClose} />;
  return <ConfirmChange what={what} person={person} onClose={onClose} />;
}

function ConfirmChange({ what, person, onClose }: PersonDialogProps & { what: 'reset' | 'disable' }) {
  const change = usePersonChange(what);
  const words =
    what === 'reset'
      ? { action: texts.reset, text: texts.resetText, done: texts.resetDone(person.email) }
      : { action: texts.disable, text: texts.disableText, done: texts.disabled };
  return (
    <Confirm
      opened
      title={`${words.action}: ${person.name}?`}
      text={words.text}
      action={words.action}
      destructive={what === 'disable'}
      pending={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          { id: person.person_id },
          {
            onSuccess: () => notifications.show({ message: words.done }),
            onError: (error) => notifications.show({ color: 'red', message: (error as Error).message }),
            onSettled: onClose,
          },
        )
      }
    />
  );
}

function LiftFactor({ person, onClose }: Omit<PersonDialogProps, 'what'>) {
  const mutation = usePersonChange<{ reason: string }>('lift-factor');
  const id = person.person_id;
  return (
    <FormDialog
      title={`${texts.lift}: ${person.name}`}
      text={texts.liftText}
      action={texts.lift}
      destructive
      initialValues={{ reason: '' }}
      toInput={({ reason }) => ({ id, reason })}
      mutation={mutation}
      call={({ reason }) => ({ method: 'POST', path: '/people/lift-factor', query: { id }, body: { reason } })}
      done={() => texts.lifted}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label={texts.liftReason}
          required
          withAsterisk={false}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}

function Erase({ person, onClose }: Omit<PersonDialogProps, 'what'>) {
  const erase = usePersonChange('erase');
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={`${texts.erase}: ${person.name}`}
      name={person.email}
      action={texts.erase}
      pending={erase.isPending}
      error={erase.error}
      onConfirm={() =>
        erase.mutate(
          { id: person.person_id },
          {
            onSuccess: () => {
              notifications.show({ message: texts.erased });
              onClose();
            },
          },
        )
      }
    >
      {texts.eraseText}
    </ConfirmByName>
  );
}
