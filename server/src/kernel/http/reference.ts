import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from './answer.ts';

/** The files of the package that the page needs, and what they are. */
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Hostler API</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** Nothing from elsewhere: the page works on a network that leads nowhere. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** The OpenAPI document of a door. */
export function registerDocument(app: FastifyInstance, path: string, document: object): void {
  const text = JSON.stringify(document);
  app.get(path, (_request, reply) => {
    reply.type(JSON_TYPE).header('access-control-allow-origin', '*').send(text);
  });
}

/** `/docs`, the reference of the public API, which can be tried out. */
export function registerReference(app: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.get('/', (_request, reply) => {
    reply.redirect('/docs');
  });
  app.get('/docs', (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE);
  });
  app.get('/docs/start.js', (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').send(START);
  });
  for (const [file, type] of Object.entries(FILES)) {
    app.get(`/docs/${file}`, (_request, reply) => {
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(createReadStream(join(folder, file)));
    });
  }
}
