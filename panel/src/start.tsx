import '@fontsource-variable/inter/wght.css';
import './theme/base.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadWhenOld } from './app/reload-when-old.ts';
import { queryClient } from './requests/query-client.ts';
import { colourSchemes } from './theme/colour-scheme.ts';
import { resolveVariables } from './theme/colours.ts';
import { theme } from './theme/theme.ts';

/** Renders the pages of a router: the panel or the console. */
export function start(router: AnyRouter): void {
  reloadWhenOld();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={colourSchemes}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
