import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Server for `npm run dev`; API requests are proxied to it. */
const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  // Use the unbuilt SDK sources of the repository.
  resolve: { conditions: ['hostler-source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Browsers with native light-dark(), which must not be transpiled: the scheme is an attribute, not a media query.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Never inline assets: the content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // Bundle shared code into one file: dozens of small files are slower on weak processors.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 5 }] } } },
  },
  server: { proxy: { '/api': SERVER, '/panel/api': SERVER, '/healthz': SERVER, '/docs': SERVER } },
});
