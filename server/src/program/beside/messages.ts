import type { EngineCall } from '#engines/engine.ts';

/** The work says this often that it works. */
export const SAID_EVERY_MS = 5_000;

/** Messages of a server to the work beside it. */
export type ToWork =
  /** The server has committed signals. */
  { readonly say: 'wrote' } | { readonly say: 'scrape'; readonly id: number };

/** Messages of the work to its server. */
export type ToServer =
  | { readonly say: 'works' }
  | { readonly say: 'wrote' }
  /** The work has called an engine, which doctor and the console count. */
  | { readonly say: 'called'; readonly call: EngineCall }
  | { readonly say: 'scraped'; readonly id: number; readonly text: string };
