import { t } from '@lingui/core/macro';
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copyable.module.css';

interface CopyableProps {
  readonly value: string;
  /** Noun in the button's name: `Copy the address`. */
  readonly what: string;
  /** Shorter text shown in place of a long value. */
  readonly shown?: string;
}

/** Shows an address, id, hash or command in a monospaced font with a copy button. */
export function Copyable({ value, what, shown }: CopyableProps) {
  return (
    <span className={classes.copyable}>
      <code className={classes.value} title={shown ? value : undefined}>
        {shown ?? value}
      </code>
      <CopyButton value={value} what={what} />
    </span>
  );
}

export function CopyButton({ value, what }: { value: string; what: string }) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <>
      <Tooltip
        label={copied ? t`Copied` : t`Copy the ${what}`}
        openDelay={copied ? 0 : 300}
        opened={copied || undefined}
      >
        <ActionIcon
          className={classes.button}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t`Copy the ${what}`}
          onClick={(event) => {
            event.stopPropagation();
            event.preventDefault();
            copy(value);
          }}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied ? t`Copied` : ''}</VisuallyHidden>
    </>
  );
}
