import { t } from '@lingui/core/macro';

/** How a terminal ended, as far as the page shows it. */
export interface TerminalEnd {
  readonly message: string;
  /** True if the connection was lost or the service restarted: worth another attempt without asking. */
  readonly isLost: boolean;
}

interface Listener {
  onReady(): void;
  onOutput(bytes: Uint8Array): void;
  /** Called once. */
  onEnd(end: TerminalEnd): void;
}

export interface TerminalConnection {
  send(text: string): void;
  resize(columns: number, rows: number): void;
  close(): void;
}

interface Control {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The server accepts messages of up to 64 KiB; a character has at most 3 bytes here. */
const PIECE = 16 * 1024;

/** Connects to the one-time address of a console. */
export function connectTerminal(address: string, listener: Listener): TerminalConnection {
  const socket = new WebSocket(toOwnOrigin(address));
  const encoder = new TextEncoder();
  let end: TerminalEnd = { message: t`The connection was lost.`, isLost: true };
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data !== 'string') return listener.onOutput(new Uint8Array(data));
    const { type, reason, message = '' }: Control = JSON.parse(data);
    if (type === 'ready') listener.onReady();
    else if (type === 'exit' || type === 'error') end = { message, isLost: reason === 'shutdown' };
  });
  const onClose = () => listener.onEnd(end);
  socket.addEventListener('close', onClose);
  const sendIfOpen = (data: string | Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(data);
  };
  return {
    send(text) {
      for (let at = 0; at < text.length; at += PIECE) sendIfOpen(encoder.encode(text.slice(at, at + PIECE)));
    },
    resize: (columns, rows) => sendIfOpen(JSON.stringify({ type: 'resize', columns, rows })),
    close() {
      socket.removeEventListener('close', onClose);
      socket.close();
    },
  };
}

/** The page may be open under another name of the same server; its policy allows connections to its own origin only. */
function toOwnOrigin(address: string): string {
  const { pathname, search } = new URL(address);
  return `${window.location.origin.replace(/^http/, 'ws')}${pathname}${search}`;
}
