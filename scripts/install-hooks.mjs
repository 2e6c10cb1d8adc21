// Runs after `npm install`: points git at the hooks of this repository. Plain JavaScript, because the machine may have
// any version of Node. Does nothing outside a git checkout, or if the developer has configured other hooks.
import { spawnSync } from 'node:child_process';

/** @param {string[]} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  return status === 0 ? (stdout ?? '').trim() : undefined;
}

if (git('rev-parse', '--git-dir') !== undefined && git('config', 'core.hooksPath') === undefined) {
  git('config', 'core.hooksPath', '.githooks');
}
