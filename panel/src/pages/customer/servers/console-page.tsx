import type { HostingConsoleInput } from '@hostler/sdk';
import { Anchor, SegmentedControl } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { apiOf } from '../../../api/client.ts';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { TerminalView } from '../../../parts/terminal/terminal-view.tsx';
import { texts as words } from '../../../parts/terminal/texts.ts';
import { useServerName } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';
import { usePlace } from '../../../session/place-context.tsx';
import classes from './detail.module.css';

const route = getRouteApi('/frame/servers/$id/console');

type Kind = NonNullable<HostingConsoleInput['kind']>;

/** Terminal of a server, which fills the page. */
export function ConsolePage() {
  const { id } = route.useParams();
  const { place } = usePlace();
  const { data: server } = useServerName(Number(id));
  const [kind, setKind] = useState<Kind>('shell');
  const open = useCallback(
    async () => (await apiOf(place).hosting.console({ id: Number(id), kind })).url,
    [place, id, kind],
  );
  return (
    <>
      <Anchor
        size="sm"
        className={classes.back}
        renderRoot={(props) => <Link {...props} to="/servers/$id" params={{ id }} />}
      >
        {server?.hostname ?? texts.title}
      </Anchor>
      <PageTitle title={texts.console}>
        <CodeCorner call={() => ({ operation: 'hosting.console', input: { id: Number(id), kind } })} />
        <SegmentedControl
          aria-label={words.kind}
          data={[
            { value: 'shell', label: words.shell },
            { value: 'serial', label: words.serial },
          ]}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
      </PageTitle>
      <TerminalView key={kind} open={open} />
    </>
  );
}
