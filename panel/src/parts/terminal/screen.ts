import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { rootScale } from '../root-scale.ts';

export type Screen = ReturnType<typeof openScreen>;

/** Dark in both colour modes: programs in a terminal choose colours for a dark background. */
const THEME = { background: '#101418', foreground: '#e4e8ec', cursor: '#e4e8ec', selectionBackground: '#3a5068' };

/** Shows a terminal that fills its element. */
export function openScreen(element: HTMLElement, onSize: (columns: number, rows: number) => void) {
  const terminal = new Terminal({
    theme: THEME,
    cursorBlink: true,
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
    fontSize: 14 * rootScale(),
    scrollback: 5_000,
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(element);
  terminal.attachCustomKeyEventHandler((event) => !isCopy(event, terminal));
  terminal.onResize(({ cols, rows }) => onSize(cols, rows));
  const observer = new ResizeObserver(() => fit.fit());
  observer.observe(element);
  fit.fit();
  return {
    terminal,
    size: () => [terminal.cols, terminal.rows] as const,
    close() {
      observer.disconnect();
      terminal.dispose();
    },
  };
}

/** Ctrl+Shift+C copies the selection: Ctrl+C alone interrupts. Pasting works with the shortcut of the browser. */
function isCopy(event: KeyboardEvent, terminal: Terminal): boolean {
  if (event.type !== 'keydown' || !event.ctrlKey || !event.shiftKey || event.code !== 'KeyC') return false;
  event.preventDefault();
  void navigator.clipboard.writeText(terminal.getSelection());
  return true;
}
