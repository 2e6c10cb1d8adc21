import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from './register.ts';

/** `/docs`, served from the package without anything from elsewhere, and the document it shows. */
export async function registerReference(app: FastifyInstance, document: object): Promise<void> {
  const text = JSON.stringify(document);
  app.get('/openapi.json', (_request, reply) => {
    reply.type(JSON_TYPE).header('access-control-allow-origin', '*').send(text);
  });
  app.get('/', (_request, reply) => {
    reply.redirect('/docs/');
  });
  await app.register(apiReference, {
    routePrefix: '/docs',
    configuration: { content: text, withDefaultFonts: false, hideClientButton: true, telemetry: false },
  });
}
