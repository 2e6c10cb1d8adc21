import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../brand.ts';
import { escapeHtml } from '../html.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import type { DefinedText } from '../texts/define-texts.ts';
import { type Language, SOURCE_LANGUAGE } from '../texts/languages.ts';
import { say } from '../texts/say.ts';
import { brandPage, drawIcon, isUnbranded } from './brand-page.ts';
import { errors } from './errors.ts';
import { languageOf } from './page-language.ts';
import { texts } from './texts.ts';

/** Output of `scripts/build-panel.ts`, in the repository and in the package. */
const FOLDER = join(PACKAGE_FOLDER, 'panel');

/** First segments of the panel's URLs; a test compares them with the routes of the panel. */
export const PANEL_ADDRESSES = [
  'sign-in',
  'sign-up',
  'order',
  'cancel',
  'withdraw',
  'agree-price',
  'farewells',
  'invitation',
  'setup',
  'reset',
  'confirm-email',
  'undo-email',
  'servers',
  'firewalls',
  'applications',
  'domains',
  'databases',
  'emails',
  'backups',
  'monitoring',
  'tickets',
  'billing',
  'developers',
  'device',
  'account',
] as const;

/** Second segments of the console's URLs, after `/operator`; a test compares them with the routes of the console. */
export const CONSOLE_ADDRESSES = [
  'customers',
  'orders',
  'subscriptions',
  'cancellations',
  'import',
  'servers',
  'addresses',
  'domains',
  'emails',
  'databases',
  'backups',
  'applications',
  'nodes',
  'traffic',
  'tickets',
  'abuse',
  'catalog',
  'billing',
  'operations',
  'staff',
  'audit',
  'settings',
  'setup',
] as const;

/**
 * Allows nothing from other origins, no script but own files, and no framing. Inline styles are allowed because the
 * components need them.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** In order of preference. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** For files whose address does not change with their content. */
const SHORTLY = 'public, max-age=3600';
const A_YEAR = 'public, max-age=31536000, immutable';

/** Answers HEAD like GET without the body, for probes and link checkers. */
const AND_HEAD = { exposeHeadRoute: true };

/** Serves the panel under `/`; without a build, `/` redirects to the reference. Returns whether there is a build. */
export function registerPanel(app: FastifyInstance, brand: Brand, folder = FOLDER): boolean {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', AND_HEAD, (_request, reply) => {
      reply.redirect('/docs');
    });
    return false;
  }
  const files = new PanelFiles(folder);
  const servePage = (file: string, withoutScript: DefinedText, paths: readonly string[]) => {
    const send = (request: FastifyRequest, reply: FastifyReply) => {
      const language = languageOf(request);
      if (isUnbranded(brand) && language === SOURCE_LANGUAGE) files.send(request, reply, file, 'no-cache');
      else files.sendWritten(reply, file, (html) => brandPage(translatePage(html, withoutScript, language), brand));
    };
    for (const path of paths) app.get(path, AND_HEAD, send);
  };
  servePage('index.html', texts.panel_without_script, [
    '/',
    ...PANEL_ADDRESSES.flatMap((segment) => [`/${segment}`, `/${segment}/*`]),
  ]);
  // The operator API and its reference are below the same segment.
  servePage('operator.html', texts.console_without_script, [
    '/operator',
    ...CONSOLE_ADDRESSES.flatMap((segment) => [`/operator/${segment}`, `/operator/${segment}/*`]),
  ]);
  app.get('/icon.svg', AND_HEAD, (request, reply) => {
    const icon = drawIcon(brand);
    if (icon === undefined) files.send(request, reply, 'icon.svg', SHORTLY);
    else reply.headers(HEADERS).header('cache-control', SHORTLY).type('image/svg+xml').send(icon);
  });
  // File names contain a hash of the content.
  app.get<{ Params: { file: string } }>('/assets/:file', AND_HEAD, (request, reply) =>
    files.send(request, reply, `assets/${request.params.file}`, A_YEAR),
  );
  return true;
}

/**
 * All files of a build, read on the first request: about two megabytes. In memory they stay consistent even if another
 * build replaces the folder.
 */
class PanelFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, Buffer> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  send(request: FastifyRequest, reply: FastifyReply, name: string, caching: string): void {
    const plain = this.#open(reply, name, caching);
    const accepted = String(request.headers['accept-encoding'] ?? '');
    for (const [encoding, ending] of ENCODINGS) {
      const packed = accepted.includes(encoding) ? this.#files?.get(name + ending) : undefined;
      if (packed) {
        reply.header('content-encoding', encoding).send(packed);
        return;
      }
    }
    reply.send(plain);
  }

  /** Sends a page with a change. It is not compressed, because it is small. */
  sendWritten(reply: FastifyReply, name: string, write: (html: string) => string): void {
    reply.send(write(String(this.#open(reply, name, 'no-cache'))));
  }

  /** Writes the headers of a file and returns its content. */
  #open(reply: FastifyReply, name: string, caching: string): Buffer {
    this.#files ??= readFolder(this.#folder);
    const plain = this.#files.get(name);
    const type = TYPES[extname(name)];
    if (!plain || !type) throw errors.panel_file_not_found();
    reply
      .headers(HEADERS)
      .header('cache-control', caching)
      .header('vary', 'Accept-Encoding, Accept-Language')
      .type(type);
    return plain;
  }
}

/** Translates the sentence for browsers without JavaScript. The scripts of the page translate everything else. */
function translatePage(html: string, withoutScript: DefinedText, language: Language): string {
  const write = say(language);
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(withoutScript.template, () => escapeHtml(write(withoutScript)));
}

function readFolder(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(folder, file), readFileSync(file)]),
  );
}
