import { t } from '@lingui/core/macro';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Status } from '#parts/status.tsx';
import { KINDS } from './kinds.ts';
import classes from './mail-drawer.module.css';
import { type SentMailText, useMail } from './queries.ts';
import { STATUSES, texts } from './texts.ts';

interface MailDrawerProps {
  readonly id: string | undefined;
  readonly sending: boolean;
  readonly onResend: (mail: SentMailText) => void;
  readonly onClose: () => void;
}

export function MailDrawer({ id, sending, onResend, onClose }: MailDrawerProps) {
  const { data, error } = useMail(id);
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      size="lg"
      title={data?.subject ?? (data ? KINDS[data.kind] : texts.title)}
    >
      {error && !data ? <Failure error={error} /> : null}
      {data && (
        <Stack gap="lg">
          <Group gap="xs">
            <Button disabled={!data.resendable} loading={sending} onClick={() => onResend(data)}>
              {texts.resend}
            </Button>
            <OperatorCode call={() => ({ method: 'POST', path: '/mails/resend', query: { id: data.id } })} />
          </Group>
          {data.ended_at && data.has_text && !data.resendable && <Text c="dimmed">{texts.cannotResend}</Text>}
          <MailFacts mail={data} />
          <div>
            <Title order={3} mb="xs">
              {texts.text}
            </Title>
            {data.text === null ? (
              <Text c="dimmed">{texts.noText}</Text>
            ) : (
              // Plain text: nothing in it is treated as markup.
              <pre className={classes.text}>{data.text}</pre>
            )}
          </div>
        </Stack>
      )}
    </Drawer>
  );
}

function MailFacts({ mail }: { mail: SentMailText }) {
  const { tone, label } = STATUSES[mail.status];
  return (
    <Facts
      facts={[
        [
          texts.status,
          <Status key="status" tone={tone}>
            {label}
          </Status>,
        ],
        [texts.recipient, <Copyable key="to" value={mail.recipient} what={t`recipient`} />],
        [
          texts.account,
          mail.account_id && (
            <Anchor
              key="account"
              renderRoot={(props) => <Link to={`/operator/customers/${mail.account_id}`} {...props} />}
            >
              {texts.showAccount}
            </Anchor>
          ),
        ],
        [texts.cause, KINDS[mail.kind]],
        [texts.key, mail.cause],
        [texts.attempts, String(mail.attempts)],
        [texts.response, mail.response],
        [texts.copyOf, mail.resent_of && String(mail.resent_of)],
        [texts.attachment, mail.attachment],
        [texts.at, <Moment key="at" at={mail.created_at} exact />],
        [texts.next, mail.next_at && <Moment key="next" at={mail.next_at} exact />],
        [texts.ended, mail.ended_at && <Moment key="ended" at={mail.ended_at} exact />],
        [texts.messageId, <Copyable key="id" value={mail.message_id} what={t`Message-ID`} />],
      ]}
    />
  );
}
