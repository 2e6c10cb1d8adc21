import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../brand.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { JSON_TYPE } from './answer.ts';
import { brandPage, drawIcon } from './brand-page.ts';

const FOLDER = join(PACKAGE_FOLDER, 'reference');
/** Files of the page. The large script is stored compressed, which every browser accepts. */
const FILES: Record<string, { file: string; type: string; packed?: true }> = {
  '/docs/style.css': { file: 'style.css', type: 'text/css; charset=utf-8' },
  '/docs/start.js': { file: 'start.js', type: 'text/javascript; charset=utf-8' },
  '/docs/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
  '/docs/scalar.js': { file: 'scalar.js.gz', type: 'text/javascript; charset=utf-8', packed: true },
};

const PAGES = { '/docs': 'index.html', '/operator/docs': 'operator.html' };

/** Allows nothing from other origins: the page works offline and reveals its visitors to nobody. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

/** Serves the OpenAPI document of an API surface, built on the first request and after a change of its title. */
export function registerDocument(
  app: FastifyInstance,
  document: { readonly path: string; readonly title: string },
  describe: () => object,
): void {
  let [title, text] = ['', ''];
  app.get(document.path, (_request, reply) => {
    if (title !== document.title) [title, text] = [document.title, JSON.stringify(describe())];
    reply.type(JSON_TYPE).header('access-control-allow-origin', '*').send(text);
  });
}

/** Serves `/docs` and `/operator/docs`, the interactive references of the public API and of the operator API. */
export function registerReference(app: FastifyInstance, brand: Brand): void {
  for (const [path, file] of Object.entries(PAGES)) {
    const html = readFileSync(join(FOLDER, file), 'utf8');
    app.get(path, (_request, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY);
      reply.header('cache-control', 'no-cache').send(brandPage(html, brand));
    });
  }
  for (const [path, { file, type, packed }] of Object.entries(FILES)) {
    const location = join(FOLDER, file);
    app.get(path, (_request, reply) => {
      reply.type(type).header('content-security-policy', POLICY).header('cache-control', 'public, max-age=3600');
      if (packed) reply.header('content-encoding', 'gzip');
      const icon = file === 'icon.svg' ? drawIcon(brand) : undefined;
      reply.send(icon ?? createReadStream(location));
    });
  }
}
