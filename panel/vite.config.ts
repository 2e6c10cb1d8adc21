import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { messages } from './messages/vite-plugin.ts';

/** Server for `npm run dev`; API requests are proxied to it. */
const SERVER = 'http://127.0.0.1:8080';

const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface Modules {
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

const ofPanel = new Map<string, boolean>();

/** Returns true if the panel's entry imports a module, directly or through others. */
function isOfPanel(id: string, modules: Modules): boolean {
  const known = ofPanel.get(id);
  if (known !== undefined) return known;
  const seen = new Set<string>([id]);
  let found = false;
  for (const next of seen) {
    if (next.endsWith('/src/main.tsx')) found = true;
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(next) ?? {};
    for (const importer of [...importers, ...dynamicImporters]) seen.add(importer);
  }
  ofPanel.set(id, found);
  return found;
}

/** The development server serves the console under its addresses, as the server does. */
const consolePages: Plugin = {
  name: 'console-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/operator(?!\/(?:api|docs)\b)(?:[/?]|$)/.test(request.url ?? '')) request.url = '/operator.html';
      next();
    });
  },
};

export default defineConfig({
  plugins: [messages(), react(), consolePages],
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
    rolldownOptions: {
      input: [entry('index.html'), entry('operator.html')],
      // Bundle shared code into one file: dozens of small files are slower on weak processors.
      output: {
        codeSplitting: {
          minShareCount: 7,
          groups: [
            // Modules of the first page. A group takes the imports of its modules with it, so the panel comes first.
            {
              debugName: 'first',
              name: (id, modules) => (isOfPanel(id, modules) ? 'first' : null),
              tags: ['$initial'],
              priority: 3,
            },
            // The console loads this group with its first page: only code that many pages share.
            {
              debugName: 'shared',
              name: (id, modules) => (isOfPanel(id, modules) ? 'shared' : null),
              priority: 2,
              minShareCount: 15,
            },
            // Code that only the console imports has its own file, which customers never load.
            {
              debugName: 'console-shared',
              name: (id, modules) => (isOfPanel(id, modules) ? null : 'console-shared'),
              priority: 1,
              // Otherwise it takes code of the panel with it, and customers load it after all.
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/panel/api': SERVER,
      '/operator/api': SERVER,
      '/operator/docs': SERVER,
      '/healthz': SERVER,
      '/docs': SERVER,
    },
  },
});
