import { Alert, Badge, Button, Group, Select, Stack, Text, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { useSending } from '#parts/sending.ts';
import { Surface } from '#parts/surface.tsx';
import { useSession } from '#session/current.ts';
import { useMay, usePlace } from '#session/place-context.tsx';
import { EXPIRIES, emptyKey, type KeyFields, toInput } from '../keys/key-fields.ts';
import { KeyFieldset, KeySubmit } from '../keys/key-fieldset.tsx';
import classes from './device-request.module.css';
import { type Device, useApprove, useDeny } from './queries.ts';
import { texts } from './texts.ts';

/** Does not end a line, so that the code stays in one piece. */
const HYPHEN = '\u2011';

interface DeviceRequestProps {
  readonly code: string;
  readonly device: Device;
  readonly onDecided: (device: Device) => void;
}

/** Shows which program asks, and lets the person choose what it gets. */
export function DeviceRequest({ code, device, onDecided }: DeviceRequestProps) {
  const { account } = usePlace();
  const mayCreate = useMay()('keys');
  const deny = useDeny(code);
  const denyButton = (
    <Button variant="default" loading={deny.isPending} onClick={() => deny.mutate(undefined, { onSuccess: onDecided })}>
      {texts.deny}
    </Button>
  );
  return (
    <>
      <Surface title={texts.request}>
        <Stack gap="md">
          <div className={classes.compared}>
            <Text size="sm" c="dimmed">
              {texts.code}
            </Text>
            <Text className={classes.code}>{writeCode(code)}</Text>
          </div>
          <Alert color="amber" variant="light" icon={<IconAlertTriangle size={18} />} title={texts.compareTitle}>
            {texts.compare(writeCode(code).replace('-', HYPHEN))}
          </Alert>
          <Facts
            facts={[
              [texts.program, <Unverified key="program">{device.program}</Unverified>],
              [texts.machine, <Unverified key="machine">{device.machine}</Unverified>],
              [texts.address, <code key="address">{device.address}</code>],
              [texts.requested, <Moment key="requested" at={device.created_at} />],
              [texts.expires, <Moment key="expires" at={device.expires_at} />],
            ]}
          />
          {deny.error ? <Failure error={deny.error} title={texts.notDenied} /> : null}
        </Stack>
      </Surface>
      <Surface title={texts.access} description={texts.accessHint}>
        <Stack gap="md">
          <AccountChoice />
          {mayCreate ? (
            <AccessForm key={account.id} {...{ code, device, onDecided }} denyButton={denyButton} />
          ) : (
            <>
              <Text>{texts.noRight(account.name)}</Text>
              <Group justify="flex-end">{denyButton}</Group>
            </>
          )}
        </Stack>
      </Surface>
    </>
  );
}

function Unverified({ children }: { children: ReactNode }) {
  return (
    <Group gap={8}>
      <span>{children}</span>
      <Tooltip label={texts.unverifiedHint}>
        <Badge variant="light" color="amber" size="sm">
          {texts.unverified}
        </Badge>
      </Tooltip>
    </Group>
  );
}

/** Switches the account of the whole panel. A person with one account sees only its name. */
function AccountChoice() {
  const { accounts } = useSession();
  const { account, place, choosePlace } = usePlace();
  if (accounts.length < 2) return <Facts facts={[[texts.account, account.name]]} />;
  return (
    <Select
      label={texts.account}
      data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(account.id)}
      allowDeselect={false}
      onChange={(id) => choosePlace({ ...place, accountId: Number(id) })}
    />
  );
}

function AccessForm({ code, device, onDecided, denyButton }: DeviceRequestProps & { denyButton: ReactNode }) {
  const { account } = usePlace();
  const approve = useApprove(code);
  const form = useForm<KeyFields>({
    initialValues: {
      ...emptyKey(account, device.environment),
      name: nameKey(device),
      expires_at: '90',
    },
  });
  const { problem, send } = useSending(form, approve);
  return (
    <form onSubmit={form.onSubmit((values) => send(toInput(values, Date.now()), onDecided))} noValidate>
      <Stack gap="md">
        <KeyFieldset form={form} account={account} />
        <Select label={texts.lifetime} data={EXPIRIES} allowDeselect={false} {...form.getInputProps('expires_at')} />
        {problem ? <Failure error={problem} title={texts.notAllowed} /> : null}
        <KeySubmit form={form} isSending={approve.isPending} label={texts.allow} otherButton={denyButton} />
      </Stack>
    </form>
  );
}

const LONGEST_NAME = 100;

/** Suggests a name without the version of the program. */
function nameKey({ program, machine }: Device): string {
  const [name = program] = program.split(' ');
  return texts.keyName(name, machine).slice(0, LONGEST_NAME);
}

/** Writes a typed code as the program shows it. */
function writeCode(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
