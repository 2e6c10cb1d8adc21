import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useMe } from '#operator/me.ts';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { Status } from '#parts/status.tsx';
import { useMail, useSendTestMail } from './queries.ts';
import { MAILS, texts } from './texts.ts';

const words = texts.mail;

/** Sends a mail and shows the response of the mail server. */
export function TestMail({ isReal }: { isReal: boolean }) {
  const { person } = useMe();
  const [id, setId] = useState<number>();
  const form = useForm({ initialValues: { to: person?.email ?? '' } });
  const test = useSendTestMail();
  const { problem, send } = useSending({ ...form, reset: () => undefined }, test);
  const mail = useMail(id).data;
  return (
    <form onSubmit={form.onSubmit((values) => send(values, (sent) => setId(sent.id)))}>
      <Stack gap="sm">
        <Group align="flex-end" wrap="wrap">
          <TextInput
            label={words.to}
            type="email"
            required
            withAsterisk={false}
            flex="1 1 240px"
            {...form.getInputProps('to')}
          />
          <Button type="submit" variant="default" loading={test.isPending || mail?.status === 'waiting'}>
            {words.send}
          </Button>
        </Group>
        {problem ? <Failure error={problem} title={words.failed} /> : null}
        {mail ? (
          <div role="status">
            <Status tone={MAILS[mail.status].tone} busy={mail.status === 'waiting'}>
              {MAILS[mail.status].label}
            </Status>
            <Text size="sm" c="dimmed">
              {mail.status === 'sent' && !isReal ? words.file : mail.response}
            </Text>
          </div>
        ) : null}
      </Stack>
    </form>
  );
}
