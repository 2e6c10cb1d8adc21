// Finds queries that never run: a forgotten `yield*` compiles, and its write is lost.
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API } from './queries/compiler.ts';
import { findLostQueries } from './queries/find-lost.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const config = join(root, 'tsconfig.json');
const api = new API({ cwd: root });
const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
if (!project) throw new Error(`${config} is no project.`);
// The acceptance tests use only the HTTP API.
const files = project.rootFiles.filter((file) => !file.startsWith(join(root, 'acceptance')));
const lost = findLostQueries(project, files);
api.close();
for (const { file, line, text } of lost) {
  console.error(`${relative(root, file)}:${line}  Nothing runs this query; a yield* is missing.\n    ${text}`);
}
if (lost.length > 0) process.exitCode = 1;
