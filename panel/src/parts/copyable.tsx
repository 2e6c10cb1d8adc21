import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copyable.module.css';

interface CopyableProps {
  readonly value: string;
  /** What it is, for the button's name: `Copy the address`. */
  readonly what: string;
  /** Shown instead, where the value is long. */
  readonly shown?: string;
}

/** An address, id, hash or command in a monospaced face, with a button that copies it and says so. */
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
      <Tooltip label={copied ? 'Copied' : `Copy the ${what}`} openDelay={copied ? 0 : 300} opened={copied || undefined}>
        <ActionIcon
          className={classes.button}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Copy the ${what}`}
          onClick={(event) => {
            event.stopPropagation();
            event.preventDefault();
            copy(value);
          }}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
    </>
  );
}
