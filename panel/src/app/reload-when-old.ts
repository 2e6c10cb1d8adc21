const KEY = 'hostler.reloaded-at';
const ONCE_IN_MS = 60_000;

/** Reloads a page whose code chunks were removed by an update, but not repeatedly. */
export function reloadWhenOld(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < ONCE_IN_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
