import { once } from 'node:events';
import { WebSocket } from 'ws';
import { eventually, until } from '../until.ts';

interface Control {
  type: string;
  [name: string]: unknown;
}

/** A WebSocket client of a console. */
export class TestTerminal {
  readonly socket: WebSocket;
  /** Everything that the terminal has shown. */
  output = '';
  readonly controls: Control[] = [];
  closeCode: number | undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on('error', () => {});
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.output += data.toString('utf8');
      else this.controls.push(JSON.parse(data.toString('utf8')));
    });
    this.socket.on('close', (code) => {
      this.closeCode = code;
    });
  }

  type(text: string): void {
    this.socket.send(Buffer.from(text));
  }

  resize(columns: number, rows: number): void {
    this.socket.send(JSON.stringify({ type: 'resize', columns, rows }));
  }

  /** Types a line and waits until the output after it matches. */
  async run(line: string, expected: RegExp): Promise<string> {
    const from = this.output.length;
    this.type(`${line}\r`);
    return this.see(expected, from);
  }

  async see(expected: RegExp, from = 0): Promise<string> {
    return eventually(() => {
      const found = expected.exec(this.output.slice(from))?.[0];
      if (found === undefined) throw new Error(`${expected} is not in ${JSON.stringify(this.output.slice(-500))}`);
      return found;
    });
  }

  /** Waits for the control message. */
  async hear(type: string): Promise<Control> {
    return until(() => this.controls.find((control) => control.type === type));
  }

  async closed(): Promise<number | undefined> {
    if (this.closeCode === undefined) await once(this.socket, 'close');
    return this.closeCode;
  }
}
