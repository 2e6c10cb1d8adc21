import { Trans } from '@lingui/react/macro';
import { Tabs, Text } from '@mantine/core';
import { brand } from '../theme/brand.ts';
import { CodeBlock } from './code-block.tsx';
import { type Call, writeCli, writeCurl, writeTypeScript } from './code-of-call.ts';
import { CodePopover } from './code-popover.tsx';

/** The SDK and the command line have the name Hostler, which customers of another brand do not know. */
const LANGUAGES = [
  { name: 'curl', write: writeCurl },
  ...(brand.isOwn
    ? []
    : [
        { name: 'TypeScript', write: writeTypeScript },
        { name: 'CLI', write: writeCli },
      ]),
];

/**
 * Button `</>` that shows the API call of the page as code, with the current form values. The call is built when
 * opened.
 */
export function CodeCorner({ call }: { call: () => Call }) {
  return <CodePopover render={() => <Code call={call()} />} />;
}

function Code({ call }: { call: Call }) {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb="sm">
        {LANGUAGES.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map(({ name, write }) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock code={write(call, window.location.origin)} what={name} />
        </Tabs.Panel>
      ))}
      <Text size="xs" c="dimmed" mt="xs">
        <Trans>${brand.keyVariable} stands for an API key of yours.</Trans>
      </Text>
    </Tabs>
  );
}
