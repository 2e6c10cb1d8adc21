const KEY = 'hostler.reloaded-at';
const ONCE_IN_MS = 60_000;

/** A page of before an update asks for files that are no longer there: it is loaded anew, but not over and over. */
export function reloadWhenOld(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < ONCE_IN_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
