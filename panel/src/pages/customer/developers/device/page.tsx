import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Sandbox } from '#parts/sandbox.ts';
import { Surface } from '#parts/surface.tsx';
import { readFailure } from '#requests/failure.ts';
import { DeviceRequest } from './device-request.tsx';
import { type Device, useDevice } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/frame/device');

/** A program on another device, such as `hostctl login`, asks for an API key. */
export function DevicePage() {
  const { code } = route.useSearch();
  const device = useDevice(code);
  const isWrong = device.error !== null && readFailure(device.error).code === 'NOT_FOUND';
  return (
    <Sandbox value={false}>
      <PageTitle title={texts.title} />
      <Stack gap="lg" maw={640}>
        {code === undefined || isWrong ? (
          <EnterCode key={code} code={code ?? ''} error={isWrong ? readFailure(device.error).message : undefined} />
        ) : device.error ? (
          <Failure error={device.error} onRetry={() => void device.refetch()} retrying={device.isFetching} />
        ) : device.data ? (
          <Asked key={code} code={code} found={device.data} />
        ) : (
          <Skeleton height={320} />
        )}
      </Stack>
    </Sandbox>
  );
}

interface EnterCodeProps {
  readonly code: string;
  readonly error: string | undefined;
}

/** For people who read the code on another device. */
function EnterCode({ code, error }: EnterCodeProps) {
  const navigate = route.useNavigate();
  const form = useForm({ initialValues: { code }, ...(error === undefined ? {} : { initialErrors: { code: error } }) });
  const typed = form.values.code.trim();
  return (
    <Surface label={texts.title}>
      <form onSubmit={form.onSubmit(() => void navigate({ search: { code: typed } }))} noValidate>
        <Stack gap="md">
          <TextInput
            label={texts.code}
            description={texts.codeHint}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            {...form.getInputProps('code')}
          />
          <Group justify="flex-end" gap="xs">
            {typed === '' && (
              <Text id="code-missing" size="sm" c="dimmed" flex={1}>
                {texts.noCode}
              </Text>
            )}
            <Button
              type="submit"
              disabled={typed === ''}
              aria-describedby={typed === '' ? 'code-missing' : undefined}
              data-real
            >
              {texts.find}
            </Button>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}

function Asked({ code, found }: { code: string; found: Device }) {
  const [device, setDevice] = useState(found);
  if (device.status === 'pending') return <DeviceRequest code={code} device={device} onDecided={setDevice} />;
  const isAllowed = device.status === 'approved';
  return (
    <Surface title={isAllowed ? texts.allowedTitle : texts.deniedTitle}>
      <Stack gap="md">
        <Text role="status">{isAllowed ? texts.allowed : texts.denied}</Text>
        {isAllowed && (
          <Group>
            <Button variant="default" component={Link} to="/developers/keys">
              {texts.toKeys}
            </Button>
          </Group>
        )}
      </Stack>
    </Surface>
  );
}
