import { ActionIcon, Button } from '@mantine/core';
import { IconClipboard, IconCopy, IconMaximize } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readFailure } from '../../requests/failure.ts';
import { connectTerminal, type TerminalConnection } from './connection.ts';
import { openScreen, type Screen } from './screen.ts';
import classes from './terminal.module.css';
import { texts } from './texts.ts';

type State = { kind: 'connecting' } | { kind: 'open' } | { kind: 'ended'; message: string };

const RETRY_MS = 2_000;
/** Attempts to reconnect without asking. */
const MOST_RETRIES = 5;

/** A terminal with its state, and buttons to copy, paste, reconnect and fill the screen. `open` returns an address. */
export function TerminalView({ open }: { open: () => Promise<string> }) {
  const frame = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen | null>(null);
  const connection = useRef<TerminalConnection | null>(null);
  const retries = useRef(0);
  const [state, setState] = useState<State>({ kind: 'connecting' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!element.current) return;
    const opened = openScreen(element.current, (columns, rows) => connection.current?.resize(columns, rows));
    screen.current = opened;
    opened.terminal.onData((text) => connection.current?.send(text));
    return opened.close;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt connects again.
  useEffect(() => {
    let isOver = false;
    let retry: number | undefined;
    const end = (message: string, isLost: boolean) => {
      if (isOver) return;
      setState({ kind: 'ended', message });
      if (isLost && retries.current++ < MOST_RETRIES) {
        retry = window.setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
      }
    };
    setState({ kind: 'connecting' });
    open().then(
      (address) => {
        if (isOver) return;
        connection.current = connectTerminal(address, {
          onReady() {
            retries.current = 0;
            setState({ kind: 'open' });
            const { terminal, size } = screen.current ?? {};
            terminal?.reset();
            terminal?.focus();
            if (size) connection.current?.resize(...size());
          },
          onOutput: (bytes) => screen.current?.terminal.write(bytes),
          onEnd: ({ message, isLost }) => end(message, isLost),
        });
      },
      (error) => end(readFailure(error).message, false),
    );
    return () => {
      isOver = true;
      window.clearTimeout(retry);
      connection.current?.close();
      connection.current = null;
    };
  }, [open, attempt]);

  const reconnect = useCallback(() => {
    retries.current = 0;
    setAttempt((count) => count + 1);
  }, []);
  const copy = () => void navigator.clipboard.writeText(screen.current?.terminal.getSelection() ?? '');
  const paste = async () => screen.current?.terminal.paste(await navigator.clipboard.readText());
  const fill = () => void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen());

  return (
    <div ref={frame} className={classes.frame}>
      <div className={classes.bar}>
        <span className={classes.state} role="status">
          {state.kind === 'ended' ? state.message : texts[state.kind]}
        </span>
        {state.kind === 'ended' && (
          <Button size="xs" onClick={reconnect}>
            {texts.reconnect}
          </Button>
        )}
        <Tool label={texts.copy} icon={IconCopy} onClick={copy} />
        <Tool label={texts.paste} icon={IconClipboard} onClick={() => void paste()} />
        <Tool label={texts.fullScreen} icon={IconMaximize} onClick={fill} />
      </div>
      <div ref={element} className={classes.screen} />
    </div>
  );
}

function Tool({ label, icon: Icon, onClick }: { label: string; icon: typeof IconCopy; onClick: () => void }) {
  return (
    <ActionIcon variant="transparent" className={classes.button} aria-label={label} title={label} onClick={onClick}>
      <Icon size={18} />
    </ActionIcon>
  );
}
