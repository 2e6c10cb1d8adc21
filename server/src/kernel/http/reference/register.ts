import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../../brand.ts';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { JSON_TYPE } from '../answer.ts';
import { brandPage, drawIcon } from '../brand-page.ts';
import type { ApiDocument } from './document.ts';
import { PackedText } from './packed-text.ts';
import { type Place, writeSection, writeStart } from './page.ts';

const FOLDER = join(PACKAGE_FOLDER, 'reference');
/** Files of the pages. The large script is stored compressed, which every browser accepts. */
const FILES: Record<string, { file: string; type: string; packed?: true }> = {
  '/docs/style.css': { file: 'style.css', type: 'text/css; charset=utf-8' },
  '/docs/pages.css': { file: 'pages.css', type: 'text/css; charset=utf-8' },
  '/docs/start.js': { file: 'start.js', type: 'text/javascript; charset=utf-8' },
  '/docs/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
  '/docs/scalar.js': { file: 'scalar.js.gz', type: 'text/javascript; charset=utf-8', packed: true },
};

/** The pages that try requests, by their files. Their script is large, so they are separate. */
const TRY_PAGES = { '/docs': 'index.html', '/operator/docs': 'operator.html' };

/** Allows nothing from other origins: the pages work offline and reveal their visitors to nobody. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

/** The OpenAPI document of an API surface. */
export interface DocumentSource {
  readonly path: string;
  /** Changes with the name of the product. */
  readonly title: string;
  describe(): object;
}

/** Serves the OpenAPI document of an API surface, built on the first request and after a change of its title. */
export function registerDocument(app: FastifyInstance, source: DocumentSource): void {
  let title = '';
  let text: PackedText;
  app.get(source.path, (request, reply) => {
    if (title !== source.title) [title, text] = [source.title, new PackedText(JSON.stringify(source.describe()))];
    return text.send(request, reply.type(JSON_TYPE).header('access-control-allow-origin', '*'));
  });
}

/**
 * Serves `/docs` and `/operator/docs`, the references of the public API and of the operator API. An API that is not
 * served has none.
 */
export function registerReference(
  app: FastifyInstance,
  brand: Brand,
  sources: Readonly<Record<keyof typeof TRY_PAGES, DocumentSource | undefined>>,
): void {
  for (const base of ['/docs', '/operator/docs'] as const) {
    const source = sources[base];
    if (!source) continue;
    registerPages(app, brand, base, source);
    const html = readFileSync(join(FOLDER, TRY_PAGES[base]), 'utf8');
    app.get(`${base}/try`, (_request, reply) => {
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

/** Serves the start page and a page per section. They are written on the first request and after a change of the brand. */
function registerPages(app: FastifyInstance, brand: Brand, base: string, source: DocumentSource): void {
  let writtenFor = '';
  let pages: ReadonlyMap<string, PackedText> = new Map();
  const findPage = (section: string) => {
    // Images are large and have a hash.
    const current = JSON.stringify([source.title, brand], (name, value) => (name === 'content' ? undefined : value));
    if (current !== writtenFor) {
      writtenFor = current;
      pages = writePages({ base, document: source.path, brand: (html) => brandPage(html, brand) }, source);
    }
    return pages.get(section);
  };
  const headers = { 'content-security-policy': POLICY, 'cache-control': 'no-cache' };
  for (const path of [base, `${base}/:section`]) {
    app.get<{ Params: { section?: string } }>(path, (request, reply) => {
      const page = findPage(request.params.section ?? '');
      if (!page) return reply.callNotFound();
      return page.send(request, reply.headers(headers).type('text/html; charset=utf-8'));
    });
  }
}

function writePages(place: Place, source: DocumentSource): ReadonlyMap<string, PackedText> {
  const document = source.describe() as ApiDocument;
  const texts = [
    ['', writeStart(document, place)],
    ...document.tags.map((tag) => [tag.name, writeSection(document, place, tag)]),
  ] as const;
  return new Map(texts.map(([section, html = '']) => [section, new PackedText(html)]));
}
