import { Anchor, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Surface } from '#parts/surface.tsx';
import { TerminalView } from '#parts/terminal/terminal-view.tsx';
import { texts as words } from '#parts/terminal/texts.ts';
import { useServer } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/servers/$id/console');

/** Terminal of a customer's server. It needs a reason, which the customer reads in the audit log. */
export function ConsolePage() {
  const id = Number(route.useParams().id);
  const server = useServer(id);
  const [kind, setKind] = useState<'shell' | 'serial'>('shell');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<string | null>(null);
  const open = useCallback(
    async () => (await operatorApi.post<{ url: string }>('/hosting/terminal', { kind, reason }, { query: { id } })).url,
    [id, kind, reason],
  );
  const kinds = (
    <SegmentedControl
      aria-label={words.kind}
      data={[
        { value: 'shell', label: words.shell },
        { value: 'serial', label: words.serial },
      ]}
      value={kind}
      onChange={(value) => setKind(value as typeof kind)}
    />
  );
  return (
    <>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/operator/servers/$id" params={{ id: String(id) }} />}
      >
        {server.data?.hostname ?? texts.title}
      </Anchor>
      <PageTitle title={texts.terminal}>
        <OperatorCode
          call={() => ({
            method: 'POST',
            path: '/hosting/terminal',
            query: { id },
            body: { kind, reason: reason ?? typed.trim() },
          })}
        />
        {kinds}
      </PageTitle>
      {reason === null ? (
        <Surface title={texts.terminalReason}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setReason(typed.trim());
            }}
          >
            <Stack>
              <Text>{texts.terminalText}</Text>
              <TextInput
                label={texts.reason}
                description={texts.reasonHint}
                required
                withAsterisk={false}
                minLength={3}
                maxLength={200}
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <Group justify="flex-end">
                <Button type="submit" disabled={typed.trim().length < 3}>
                  {texts.openTerminal}
                </Button>
              </Group>
            </Stack>
          </form>
        </Surface>
      ) : (
        <TerminalView key={kind} open={open} />
      )}
    </>
  );
}
