import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Where `npm run dev` finds a server: its API is asked as if it were of the same origin. */
const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  // The SDK as it stands in the repository, unbuilt.
  resolve: { conditions: ['hostler-source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Those that know light-dark(), which must not be taken apart: the scheme is an attribute, not a media query.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Files, never data: URLs, as the content policy wants it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // What most pages share is one file: dozens of small ones cost a slow processor more than they save.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 5 }] } } },
  },
  server: { proxy: { '/api': SERVER, '/panel/api': SERVER, '/healthz': SERVER, '/docs': SERVER } },
});
