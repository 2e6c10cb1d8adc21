import type { Hosting } from '@hostler/sdk';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { texts } from '../../../resources/servers/texts.ts';
import { toolTexts } from '../../../resources/servers/tool-texts.ts';

/** Further fields of a server, below its charts. */
export function ServerFacts({ server }: { server: Hosting }) {
  const { region, node, created_at } = server;
  return (
    <Surface title={texts.facts}>
      <Facts
        facts={[
          [texts.region, region],
          [texts.node, node],
          [toolTexts.tags, server.tags.join(', ') || null],
          [toolTexts.note, server.note],
          [toolTexts.protection, server.protected && toolTexts.on],
          [texts.created, <Moment key="at" at={created_at} />],
        ]}
      />
    </Surface>
  );
}
