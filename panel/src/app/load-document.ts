/**
 * Loads an address as a new document, because another application serves it. Returns a promise that never resolves, so
 * that the current page stays until then.
 */
export function loadDocument(href: string): Promise<never> {
  window.location.replace(href);
  return new Promise(() => undefined);
}
