export * from './factors/index.ts';
export * from './resets/index.ts';
export * from './sessions/index.ts';
