import { ActionIcon, Popover, Tabs, Text, Tooltip } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from './code-block.tsx';
import { type Call, writeCli, writeCurl, writeTypeScript } from './code-of-call.ts';
import { useTopmost } from './layers.ts';

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
  const [shown, setShown] = useState<Call | null>(null);
  // Register as topmost, so that the dialog below ignores Esc.
  useTopmost(shown !== null);
  return (
    <Popover
      opened={shown !== null}
      onChange={(open) => !open && setShown(null)}
      width={520}
      position="bottom-end"
      trapFocus
    >
      <Popover.Target>
        <Tooltip label="Show as code">
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Show as code"
            onClick={() => setShown(shown ? null : call())}
          >
            <IconCode size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 32px)">{shown && <Code call={shown} />}</Popover.Dropdown>
    </Popover>
  );
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
