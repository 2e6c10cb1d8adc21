export function Tray() {
  return null;
}
