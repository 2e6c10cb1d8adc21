import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Say, say } from '../texts/say.ts';
import { languageOf } from './page-language.ts';
import { texts } from './texts.ts';

/** Addresses of programs: their errors stay JSON, also in a browser. */
const API = /^\/(api|panel|operator\/api)(\/|$)/;

const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const writePage = (write: Say) => `<!doctype html>
<html lang="${write.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${write(texts.not_found)}</title>
<style>
:root { color-scheme: light dark; --text: #1c2024; --quiet: #5c6370; --ground: #f7f8fa; --surface: #fff; --line: #dfe2e7; --accent: #1f4fd8 }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --quiet: #a3a9b3; --ground: #101215; --surface: #181b1f; --line: #30353c; --accent: #8fb0ff } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--text); font: 14px/1.5 Inter, system-ui, sans-serif }
main { box-sizing: border-box; width: min(400px, calc(100vw - 32px)); padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px }
h1 { margin: 0 0 8px; font-size: 20px }
p { margin: 0 0 16px; color: var(--quiet) }
a { color: var(--accent) }
</style>
</head>
<body>
<main>
<h1>${write(texts.not_found)}</h1>
<p>${write(texts.not_found_text)}</p>
<a href="/">${write(texts.to_start)}</a>
</main>
</body>
</html>
`;

/** Returns true if a browser opened an address outside of the APIs. Programs accept any type or JSON. */
export function isForBrowser({ method, url, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !API.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): void {
  const page = writePage(say(languageOf(request)));
  reply.code(404).headers(HEADERS).type('text/html; charset=utf-8').send(page);
}
