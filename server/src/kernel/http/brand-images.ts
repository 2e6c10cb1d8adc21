import type { FastifyInstance } from 'fastify';
import { BRAND_IMAGE_KINDS, type Brand, pathOfImage } from '../brand.ts';
import { errors } from './errors.ts';

/** An image never runs anything, even if a browser opens it as a page. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // Mail programs and the pages of the company may show it.
  'cross-origin-resource-policy': 'cross-origin',
};

const A_YEAR = 'public, max-age=31536000, immutable';

/** Serves the logo and the icon of the company at fixed addresses, always as PNG. */
export function registerBrandImages(app: FastifyInstance, brand: Brand): void {
  for (const kind of BRAND_IMAGE_KINDS) {
    app.get<{ Querystring: { v?: string } }>(pathOfImage(kind), { exposeHeadRoute: true }, (request, reply) => {
      const image = brand.images[kind];
      if (!image) throw errors.image_address_not_found();
      const tag = `"${image.hash}"`;
      reply.headers(HEADERS).header('etag', tag);
      reply.header('cache-control', request.query.v === image.hash ? A_YEAR : 'no-cache');
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.type('image/png').send(Buffer.from(image.content, 'base64'));
    });
  }
}
