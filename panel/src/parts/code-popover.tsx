import { t } from '@lingui/core/macro';
import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTopmost } from './layers.ts';

/** Button `</>` that opens code. `render` is called when it is opened. */
export function CodePopover({ render }: { render: () => ReactNode }) {
  const [shown, setShown] = useState<ReactNode>(null);
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
        <Tooltip label={t`Show as code`}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t`Show as code`}
            onClick={() => setShown(shown === null ? render() : null)}
          >
            <IconCode size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 32px)">{shown}</Popover.Dropdown>
    </Popover>
  );
}
