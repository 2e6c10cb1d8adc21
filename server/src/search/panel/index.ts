import type { Module } from '#program/module.ts';
import { panelSearchRoutes } from './panel-routes.ts';

/** Finds records of an account for the command palette of the panel. */
export function panelSearchModule(): Module {
  return {
    name: 'search',
    panelRoutes: panelSearchRoutes(),
    panelTags: { search: 'Search for records of an account.' },
  };
}
