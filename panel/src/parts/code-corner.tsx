import { Tabs, Text } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';
import { type Call, writeCli, writeCurl, writeTypeScript } from './code-of-call.ts';
import { CodePopover } from './code-popover.tsx';

const LANGUAGES = [
  { name: 'curl', write: writeCurl },
  { name: 'TypeScript', write: writeTypeScript },
  { name: 'CLI', write: writeCli },
] as const;

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
        $HOSTLER_KEY stands for an API key of yours.
      </Text>
    </Tabs>
  );
}
