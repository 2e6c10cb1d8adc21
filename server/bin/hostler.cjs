#!/usr/bin/env -S node --max-semi-space-size=4
// The command of the installed package, and of a checkout that was built. Plain JavaScript that any Node can read, so that
// an old one is told what to do.
const { enableCompileCache } = require('node:module');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(`hostler: needs Node 24.7 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
// Compiling the same code at every start is a third of the start.
enableCompileCache();
require('./name-sources.cjs');
require('../dist/main.js');
