import { defineConfig } from 'vitest/config';

const MINUTE = 60_000;

/** Tests of what is shipped, for `npm run test:ship`. They install it in a bare Debian, as root. */
export default defineConfig({
  test: {
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['packaging/testing/setup.ts'],
    // Some files wait for a Debian most of the time, others use a core.
    maxWorkers: 2,
    include: ['packaging/**/*.test.ts'],
    testTimeout: 5 * MINUTE,
    hookTimeout: 20 * MINUTE,
  },
});
