// The rules of docs/architecture.md, with their numbers. Tests may import anything.
// The parser is imported so that its absence is an error. Without it, dependency-cruiser would check no files and pass.
import '@swc/core';
import database from './packages/database/package.json' with { type: 'json' };

const test = '[.]test[.]ts$';
const server = '^server/src/';
const modules = `${server}modules/`;
/** `modules/<group>/<module>/`; a second resource inside a module is a folder with the same file names. */
const module = `${modules}[^/]+/[^/]+/`;
const within = `${modules}.+/`;
/** Files of the engines that a module may import: ports and shared code, never a driver. */
const enginePorts = `${server}engines/(engine|[^/]+/driver)[.]ts$`;
/** The file of kernel/http that is about the caller and not about a request. */
const callerFiles = `${server}kernel/http/caller[.]ts$`;
const httpClients = '^(node:)?(http|https|http2)$|^undici$|(^|/)node_modules/undici/';

/**
 * The files of a module with this role: `store.ts` and also `operator-store.ts`, but not `restore.ts`.
 * @param {string} role
 */
function named(role) {
  return [`${within}(${role})[.]ts$`, `${modules}.+-(${role})[.]ts$`];
}

/** The files that packages/database exports, and its threads, which the bundle names. */
const databaseEntries = Object.values(database.exports).map(
  (file) => `^packages/database/${file.slice(2).replaceAll('.', '[.]')}$`,
);

/** The groups of modules. Each imports only groups before it. */
const groups = ['identity', 'platform', 'support', 'resources', 'commerce'];

/** The folders of the panel. Each imports only folders before it. */
const panel = '^panel/src/';
const panelFolders = [
  'locales',
  'theme',
  'requests',
  'parts',
  'session',
  'api',
  'resources',
  'operator',
  'app',
  'pages',
];
const pages = `${panel}pages/`;

/** The folders of the kernel, lowest first: each imports only those before it, and the files beside the folders. */
const kernelFolders = [
  'metrics',
  'texts',
  'net',
  'trace',
  'limits',
  'audit',
  'jobs',
  'database',
  'events',
  'mail',
  'http',
  'series',
];
/** The folders that a file beside the folders may import. */
const lowestFolders = ['metrics'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment:
        'No cycles, including type-only imports. Modules import each other through index.ts (rule 3), so two modules cannot depend on each other. Use an event.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file without imports and importers is unused.',
      severity: 'error',
      from: {
        orphan: true,
        path: `${server}|^(packages|sdk|cli|panel)/`,
        pathNot: [test, '[.]d[.]ts$', `${server}main[.]ts$`, '^sdk/src/index[.]ts$'],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'An import that cannot be resolved hides a dependency from the other rules.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-test',
      comment: 'Code never imports a test.',
      severity: 'error',
      from: { pathNot: test },
      to: { path: test },
    },
    {
      name: '1-database-knows-nothing-of-the-server',
      comment: 'Rule 1: packages/database can be read and used alone. Only its tests use the rest of the repository.',
      severity: 'error',
      from: { path: '^packages/database/', pathNot: test },
      to: { pathNot: ['^packages/database/', '(^|/)node_modules/'], dependencyTypesNot: ['core'] },
    },
    {
      name: '1-database-is-met-at-its-entry-points',
      comment: 'Rule 1: the exports of packages/database/package.json are its interface.',
      severity: 'error',
      from: { pathNot: '^packages/database/' },
      to: { path: '^packages/database/src/', pathNot: databaseEntries },
    },
    {
      name: '1-kernel-knows-nothing-above',
      comment: 'Rule 1: the kernel knows no module, no engine, no configuration.',
      severity: 'error',
      from: { path: `${server}kernel/`, pathNot: test },
      to: { path: server, pathNot: `${server}kernel/` },
    },
    ...kernelFolders.slice(0, -1).map((folder, level) => ({
      name: `1-kernel-${folder}-knows-nothing-above`,
      comment: `Rule 1: the folders of the kernel have an order, type-only imports included: ${kernelFolders.join(' ← ')}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `${server}kernel/${folder}/`, pathNot: test },
      to: { path: kernelFolders.slice(level + 1).map((above) => `${server}kernel/${above}/`) },
    })),
    {
      name: '1-kernel-files-know-the-lowest-folders',
      comment: 'Rule 1: otherwise a file beside the folders would be a way around their order.',
      severity: 'error',
      from: { path: `${server}kernel/[^/]+[.]ts$`, pathNot: test },
      to: { path: `${server}kernel/[^/]+/`, pathNot: `${server}kernel/(${lowestFolders.join('|')})/` },
    },
    {
      name: '1-every-kernel-folder-has-a-place',
      comment: 'Rule 1: a new folder of the kernel must be added to the order.',
      severity: 'error',
      from: {},
      to: { path: `${server}kernel/[^/]+/`, pathNot: `${server}kernel/(${kernelFolders.join('|')})/` },
    },
    {
      name: '1-engines-know-the-kernel-only',
      comment: 'Rule 1: an engine is given what it needs; it knows the kernel and its own port.',
      severity: 'error',
      from: { path: `${server}engines/`, pathNot: test },
      to: { path: server, pathNot: `${server}(engines|kernel)/` },
    },
    {
      name: '1-modules-know-ports-only',
      comment: 'Rule 1: only compose/ names concrete drivers.',
      severity: 'error',
      from: { path: server, pathNot: [test, `${server}engines/`, `${server}compose/`, `${server}demo/`] },
      to: { path: `${server}engines/`, pathNot: enginePorts },
    },
    {
      name: '1-demo-knows-simulated-machines',
      comment: 'Rule 1: the demo writes the history of simulated machines. It imports no other driver.',
      severity: 'error',
      from: { path: `${server}demo/`, pathNot: test },
      to: { path: `${server}engines/`, pathNot: [enginePorts, `${server}engines/vps/simulated`] },
    },
    {
      name: '1-modules-know-nothing-above',
      comment: 'Rule 1: a module gets everything from the composition root. It does not import it, nor the settings.',
      severity: 'error',
      from: { path: modules, pathNot: test },
      to: { path: `${server}(main[.]ts$|settings/|compose/)`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: '1-only-compose-names-modules',
      comment: 'Rule 1: a new resource is one folder and one line in its group under compose/.',
      severity: 'error',
      from: {
        path: server,
        pathNot: [test, modules, `${server}compose/`, `${server}program/(operator|customer)[.]ts$`],
      },
      to: { path: modules },
    },
    {
      name: '1-operator-is-types',
      comment: 'Rule 1: operator.ts and customer.ts contain only types of what compose/ connects.',
      severity: 'error',
      from: { path: `${server}program/(operator|customer)[.]ts$` },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: '1-only-main-composes',
      comment: 'Rule 1: only main.ts imports the composition root.',
      severity: 'error',
      from: { path: server, pathNot: [test, `${server}main[.]ts$`, `${server}compose/`] },
      to: { path: `${server}(main[.]ts$|compose/)` },
    },
    {
      name: '2-routes-not-to-store',
      comment: 'Rule 2: routes → service → store; routes never touch the store.',
      severity: 'error',
      from: { path: named('routes') },
      to: { path: named('store') },
    },
    {
      name: '2-service-not-to-routes',
      comment: 'Rule 2: a service or a store never imports routes.',
      severity: 'error',
      from: { path: named('service|store|view') },
      to: { path: named('routes') },
    },
    {
      name: '2-commands-not-to-store',
      comment: 'Rule 2: commands → operator-service → store. The operator API runs the same services.',
      severity: 'error',
      from: { path: named('commands') },
      to: { path: named('store') },
    },
    {
      name: '2-store-not-to-service',
      comment: 'Rule 2: a store reads and writes rows. It makes no decisions.',
      severity: 'error',
      from: { path: named('store') },
      to: { path: named('service|view') },
    },
    {
      name: '2-no-requests-below-routes',
      comment: 'Rule 2: services and stores never see a request or a reply.',
      severity: 'error',
      from: { path: named('service|store') },
      to: { path: [`${server}kernel/http/`, '(^|/)node_modules/(@?fastify)/', '^(node:)?http$'], pathNot: callerFiles },
    },
    {
      name: '2-sending-stands-alone',
      comment: 'Only its module imports the engine that sends webhooks; routes and services do not.',
      severity: 'error',
      from: { path: server, pathNot: [test, `${modules}platform/webhooks/(sending/|index[.]ts$)`] },
      to: { path: `${modules}platform/webhooks/sending/` },
    },
    {
      name: '3-modules-meet-at-index',
      comment: 'Rule 3: module to module only through index.ts.',
      severity: 'error',
      from: { path: `${modules}([^/]+/[^/]+)/`, pathNot: test },
      to: { path: module, pathNot: [`${modules}$1/`, `${module}index[.]ts$`] },
    },
    ...groups.slice(0, -1).map((group, level) => ({
      name: `3-${group}-knows-nothing-above`,
      comment: `Rule 3: each group imports only groups before it: ${groups.join(' ← ')}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `${modules}${group}/`, pathNot: test },
      to: { path: groups.slice(level + 1).map((above) => `${modules}${above}/`) },
    })),
    {
      name: '3-every-module-has-a-group',
      comment: 'Rule 3: every module belongs to a group, so that the rules apply to it.',
      severity: 'error',
      from: {},
      to: { path: modules, pathNot: `${modules}(${groups.join('|')})/` },
    },
    {
      name: '5-clients-know-the-sdk-only',
      comment: 'Rule 5: the panel uses the HTTP API, through the SDK.',
      severity: 'error',
      from: { path: '^(panel|cli)/', pathNot: test },
      to: { path: '^(server|sdk|panel|cli|acceptance|bench|scripts|testing)/', pathNot: ['^$1/', '^sdk/'] },
    },
    {
      name: '5-sdk-imports-nothing',
      comment: 'Rule 5: the SDK imports no packages and nothing else of the repository.',
      severity: 'error',
      from: { path: '^sdk/', pathNot: [test, '^sdk/[^/]+[.](ts|mts|mjs|js)$'] },
      to: { pathNot: '^sdk/', dependencyTypesNot: ['core'] },
    },
    {
      name: '5-server-imports-no-client',
      comment: 'Rule 5: the server imports no client and no tool.',
      severity: 'error',
      from: { path: server, pathNot: test },
      to: { path: '^(sdk|panel|cli|acceptance|bench|scripts|testing)/' },
    },
    ...panelFolders.slice(0, -1).map((folder, level) => ({
      name: `5-panel-${folder}-knows-nothing-above`,
      comment: `Rule 5: each folder of the panel imports only folders before it: ${panelFolders.join(' ← ')}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `${panel}${folder}/` },
      to: { path: panel, pathNot: panelFolders.slice(0, level + 1).map((known) => `${panel}${known}/`) },
    })),
    {
      name: '5-panel-pages-stand-alone',
      comment: 'Rule 5: a page imports no other page. Code that several pages share belongs in resources/ or parts/.',
      severity: 'error',
      from: { path: `${pages}([^/]+/[^/]+)/` },
      to: { path: pages, pathNot: `${pages}$1/` },
    },
    {
      name: '5-panel-of-customers-knows-no-console',
      comment: 'Rule 5: a customer loads no byte of the console. Types of the router are an exception.',
      severity: 'error',
      from: {
        path: panel,
        pathNot: [`${panel}console(-routes)?[.]tsx?$`, `${panel}(app/|pages/)?operator/`],
      },
      to: { path: `${panel}((app/|pages/)?operator/|console)`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: '5-panel-pages-load-on-demand',
      comment: 'Rule 5: only a routes.ts imports a page, with import(), so that the first page loads no other page.',
      severity: 'error',
      from: { path: [`${panel}[^/]+$`, `${pages}.+/routes[.]ts$`] },
      to: { path: `${pages}.+[.]tsx$`, dynamic: false },
    },
    {
      name: '5-panel-resources-without-circles',
      comment: 'Rule 5: two resources that need each other are one resource in two folders.',
      severity: 'error',
      scope: 'folder',
      from: { path: `${panel}resources/[^/]+$` },
      to: { circular: true },
    },
    {
      name: '6-outbound-http',
      comment:
        'Rule 6: outbound HTTP only in engines/ and kernel/net, where the address guard is. Types, and the file that writes response headers, are exceptions.',
      severity: 'error',
      from: {
        path: server,
        pathNot: [test, `${server}engines/`, `${server}kernel/net/`, `${server}kernel/http/head[.]ts$`],
      },
      to: { path: httpClients, dependencyTypesNot: ['type-only'] },
    },
    {
      name: '9-operator-store-has-few-readers',
      comment: 'Rule 9: queries across accounts are for operators and workers. The public API cannot import them.',
      severity: 'error',
      from: {
        path: module,
        // Public pages have no account.
        pathNot: [test, `${within}(actions|jobs|pages|steps|operator-service|operator-store)[.]ts$`],
      },
      to: { path: named('operator-store'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: '9-operator-store-stays-home',
      comment: 'Rule 9: only its own module imports an operator-store.ts.',
      severity: 'error',
      from: { path: server, pathNot: [test, modules] },
      to: { path: named('operator-store') },
    },
    {
      name: '9-public-api-not-to-operator-service',
      comment: 'Rule 9: public routes and services do not import an operator service either.',
      severity: 'error',
      from: { path: named('routes|service|store|view|schemas'), pathNot: named('operator-(routes|service|store)') },
      to: { path: named('operator-(store|service)'), dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API; swc reads the same syntax and tells type-only imports apart.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(dist|coverage)/', '^[^/]+/(dist[^/]*|coverage)/'] },
    // Imports have their real extension, as Node requires.
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['hostler-source', 'import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
    combinedDependencies: true,
  },
};
