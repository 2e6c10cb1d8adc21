import { defineConfig } from 'vitest/config';

const MINUTE = 60_000;

/** Tests of what is shipped, for `npm run test:ship`. They install it in a bare Debian, as root. */
export default defineConfig({
  test: {
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['packaging/testing/setup.ts'],
    // Each file uses all cores, and they share the image.
    fileParallelism: false,
    include: ['packaging/**/*.test.ts'],
    testTimeout: 5 * MINUTE,
    hookTimeout: 20 * MINUTE,
  },
});
