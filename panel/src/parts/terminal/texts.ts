export const texts = {
  connecting: 'Connecting …',
  open: 'Connected',
  reconnect: 'Reconnect',
  copy: 'Copy selection',
  paste: 'Paste',
  fullScreen: 'Full screen',
  kind: 'Kind of console',
  shell: 'Shell',
  serial: 'Serial console',
};
