#!/bin/sh
# Succeeds if this process is ready: the server on its port, a worker on HOSTLER_METRICS_PORT.
port=${HOSTLER_METRICS_PORT:-${HOSTLER_PORT:-8080}}
exec /usr/lib/hostler/bin/node --jitless --max-old-space-size=32 --eval "
require('node:http')
  .get({ host: '127.0.0.1', port: $port, path: '/readyz', timeout: 10000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));"
