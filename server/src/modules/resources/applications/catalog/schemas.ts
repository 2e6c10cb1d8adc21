import { Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { PARAMETER_TYPES, TESTED } from '../recipes/recipe.ts';

export const ApplicationPort = Resource('ApplicationPort', {
  port: Type.Integer({ minimum: 1, maximum: 65_535, examples: [80] }),
  protocol: OneOf(['tcp', 'udp'], { description: 'Of the transport.' }),
  purpose: Type.String({ description: 'What answers there.', examples: ['Web pages'] }),
});

const CatalogParameter = Resource('CatalogParameter', {
  name: Type.String({ description: 'What it is called in `parameters`.', examples: ['domain'] }),
  label: Type.String({ description: 'For people.', examples: ['Domain'] }),
  description: Nullable(Type.String({ examples: ['Where the site is found.'] })),
  type: OneOf(PARAMETER_TYPES, { description: 'What kind of value it takes; a `choice` is one of `choices`.' }),
  required: Type.Boolean({ description: 'Whether it must be given.' }),
  default: Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
    description: 'What it is when it is not given.',
    examples: [null],
  }),
  generated: Type.Boolean({ description: 'Whether a secret that is not given is made up, and shown once.' }),
  multiline: Type.Boolean({ description: 'Whether the text may have several lines.' }),
  pattern: Nullable(Type.String({ description: 'A regular expression that the whole value matches.' })),
  min: Nullable(Type.Integer({ description: 'Of a number; of a text, characters.', examples: [null] })),
  max: Nullable(Type.Integer({ description: 'Of a number; of a text, characters.', examples: [null] })),
  choices: Type.Array(Type.String(), { examples: [[]] }),
});

export const CatalogEntry = Resource('CatalogEntry', {
  slug: Type.String({ description: 'What it is installed by.', examples: ['nginx'] }),
  name: Type.String({ examples: ['nginx'] }),
  version: Type.String({ description: 'What is installed, as its makers call it.', examples: ['1.26'] }),
  summary: Type.String({ description: 'One line.', examples: ['A web server.'] }),
  description: Type.String({ description: 'More lines.', examples: ['A web server that is fast and frugal.'] }),
  icon: Resource('CatalogIcon', {
    viewBox: Type.String({ examples: ['0 0 24 24'] }),
    color: Type.String({ examples: ['#009639'] }),
    paths: Type.Array(Type.String(), { description: 'Of an SVG, to be filled.', examples: [['M4 4h16v16H4z']] }),
  }),
  categories: Type.Array(Type.String(), { examples: [['web']] }),
  homepage: Nullable(Type.String({ examples: ['https://nginx.org/'] })),
  license: Nullable(Type.String({ examples: ['BSD-2-Clause'] })),
  needs: Resource('CatalogNeeds', {
    memory_mb: Type.Integer({ description: 'Of the whole server, at least.', examples: [256] }),
    disk_gb: Type.Integer({ description: 'Of the whole server, at least.', examples: [1] }),
    systems: Type.Array(Type.String(), {
      description: 'What the server must have been made from: the beginning of its `image`. None: any.',
      examples: [['debian']],
    }),
    nesting: Type.Boolean({ description: 'Whether it runs containers of its own, which not every server may.' }),
  }),
  single: Type.Boolean({ description: 'Whether a server can have it only once.' }),
  parameters: Type.Array(CatalogParameter),
  ports: Type.Array(ApplicationPort, { description: 'Where it answers.' }),
  steps: Type.Array(Type.String(), {
    description: 'What an installation does, in order.',
    examples: [['Install packages']],
  }),
  tested: OneOf(TESTED, { description: 'How far this recipe was really run.' }),
});
export type CatalogEntry = Static<typeof CatalogEntry>;

export const CatalogFilters = Type.Object({
  hosting_id: Type.Optional(Id('Only what this VPS is large enough for and has the right system for.')),
});
