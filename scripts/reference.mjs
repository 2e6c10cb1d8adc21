// Runs after `npm install`: extracts the script of the API reference from its package, once. So the server has a file
// to send, and its own package needs no dependency of the reference. Plain JavaScript, because the machine may have any
// version of Node.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';

const target = new URL('../server/reference/scalar.js.gz', import.meta.url);

const shelf = fastify();
await shelf.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
const script = await shelf.inject('/docs/js/scalar.js');
await shelf.close();
if (script.statusCode !== 200) throw new Error(`The package of the API reference has no script: ${script.statusCode}`);
writeFileSync(target, gzipSync(script.rawPayload, { level: 9 }));
