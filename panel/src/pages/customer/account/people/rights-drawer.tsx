import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Drawer } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { showFormErrors } from '#parts/form-errors.ts';
import { usePlace } from '#session/place-context.tsx';
import { forRole } from './invite-drawer.tsx';
import { type Entry, type Rights, useUpdate } from './queries.ts';
import { RightsFields } from './rights-fields.tsx';
import { texts } from './texts.ts';

/** A person who has already joined. */
export type Member = Entry & { readonly id: number };

export function RightsDrawer({ member, onClose }: { member: Member | null; onClose: () => void }) {
  return (
    <Drawer opened={member !== null} onClose={onClose} title={member?.name ?? texts.edit} size="lg">
      {member && <RightsForm member={member} onDone={onClose} />}
    </Drawer>
  );
}

function RightsForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const { account } = usePlace();
  const [failure, setFailure] = useState<unknown>(null);
  const { role, scopes, rights } = member;
  const form = useForm<Rights>({ initialValues: { role, scopes, rights: rights.filter((right) => right === 'keys') } });
  const update = useUpdate({ onSuccess: onDone, onError: (error) => setFailure(showFormErrors(form, error)) });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(null);
        update.mutate({ id: member.id, ...forRole(values) });
      })}
    >
      <Stack>
        <Text c="dimmed">{member.email}</Text>
        <RightsFields
          value={form.values}
          onChange={(next) => form.setValues(next)}
          scopes={account.scopes}
          errors={form.errors}
          offersOwnership={role === 'member'}
        />
        {failure ? <Failure error={failure} title={texts.notSaved} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={update.isPending} data-real>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
