/** Builds the panel if its sources have changed, for tests of the pages that the server delivers. */
export { buildPanel } from '../../scripts/panel/build.ts';
