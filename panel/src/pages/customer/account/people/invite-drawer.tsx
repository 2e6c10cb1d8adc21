import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Drawer } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { showFormErrors } from '#parts/form-errors.ts';
import { usePlace } from '#session/place-context.tsx';
import { type Rights, useInvite } from './queries.ts';
import { RightsFields } from './rights-fields.tsx';
import { texts } from './texts.ts';

export function InviteDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.inviteTitle} size="lg">
      <InviteForm onDone={onClose} />
    </Drawer>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const { account } = usePlace();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Rights & { email: string }>({
    initialValues: {
      email: '',
      role: 'member',
      scopes: account.scopes.filter((scope) => scope.endsWith('.read')),
      rights: [],
    },
  });
  const invite = useInvite({
    onSuccess: ({ email }) => {
      notifications.show({ message: texts.sent(email), withBorder: true });
      onDone();
    },
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(null);
        invite.mutate({ ...forRole(values), email: values.email.trim() });
      })}
    >
      <Stack>
        <Text c="dimmed">{texts.inviteText}</Text>
        <TextInput
          label={texts.email}
          type="email"
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <RightsFields
          value={form.values}
          onChange={(rights) => form.setValues(rights)}
          scopes={account.scopes}
          errors={form.errors}
          offersOwnership={false}
        />
        {failure ? <Failure error={failure} title={texts.notSent} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={invite.isPending} data-real>
            {texts.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Drops the scopes and rights of an owner, who has full access. */
export function forRole({ role, scopes, rights }: Rights): Rights {
  return role === 'owner' ? { role, scopes: [], rights: [] } : { role, scopes, rights };
}
