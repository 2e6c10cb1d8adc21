import { findOwnPath } from '../session/own-path.ts';

/**
 * Loads an address of this site as a new document, because another application serves it. Returns a promise that never
 * resolves, so that the current page stays until then.
 */
export function loadDocument(href: string): Promise<never> {
  window.location.replace(findOwnPath(href) ?? '/');
  return new Promise(() => undefined);
}
