import type { Module } from '#program/module.ts';
import { firstStepRoutes } from './panel-routes.ts';

/** Tells the overview of the panel which first steps an account has done. */
export function firstStepsModule(): Module {
  return {
    name: 'first-steps',
    panelRoutes: firstStepRoutes(),
    panelTags: { 'first-steps': 'First steps of a new account.' },
  };
}
