import { Id, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { PARAMETER_TYPES, TESTED } from '../recipes/recipe.ts';

export const ApplicationPort = Resource('ApplicationPort', 'A network port of the application.', {
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port number.', examples: [80] }),
  protocol: OneOf(['tcp', 'udp'], { description: 'Transport protocol.' }),
  purpose: Type.String({ description: 'Service on this port.', examples: ['Web pages'] }),
});

const CatalogParameter = Resource('CatalogParameter', 'An installation parameter of the application.', {
  name: Type.String({ description: 'Name of the parameter, as used in `parameters`.', examples: ['domain'] }),
  label: Type.String({ description: 'Human-readable label.', examples: ['Domain'] }),
  description: Nullable(
    Type.String({
      description: 'Explanation of the parameter; null if there is none.',
      examples: ['Domain of the site.'],
    }),
  ),
  type: OneOf(PARAMETER_TYPES, { description: 'Type of the value. A `choice` takes one of `choices`.' }),
  required: Type.Boolean({ description: 'True if the parameter is required.' }),
  default: Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
    description: 'Default value; null if there is none.',
    examples: [null],
  }),
  generated: Type.Boolean({ description: 'True if an omitted secret is generated and returned once.' }),
  multiline: Type.Boolean({ description: 'True if the text can have several lines.' }),
  pattern: Nullable(
    Type.String({ description: 'Regular expression that the whole value must match; null if there is none.' }),
  ),
  min: Nullable(
    Type.Integer({
      description: 'Minimum of a number, or minimum length of a text; null if there is none.',
      examples: [null],
    }),
  ),
  max: Nullable(
    Type.Integer({
      description: 'Maximum of a number, or maximum length of a text; null if there is none.',
      examples: [null],
    }),
  ),
  choices: Type.Array(Type.String(), { description: 'Allowed values of a `choice`.', examples: [[]] }),
});

export const CatalogEntry = Resource('CatalogEntry', 'An application that can be installed.', {
  slug: Type.String({ description: 'Identifier of the application for installations.', examples: ['nginx'] }),
  name: Type.String({ description: 'Name of the application.', examples: ['nginx'] }),
  version: Type.String({ description: 'Version that is installed.', examples: ['1.26'] }),
  summary: Type.String({ description: 'Summary in one line.', examples: ['Web server.'] }),
  description: Type.String({
    description: 'Description in several lines.',
    examples: ['Fast web server for your pages and files.'],
  }),
  icon: Resource('CatalogIcon', 'The icon of the application, as parts of an SVG.', {
    viewBox: Type.String({ description: 'View box of the SVG.', examples: ['0 0 24 24'] }),
    color: Type.String({ description: 'Fill color.', examples: ['#009639'] }),
    paths: Type.Array(Type.String(), { description: 'Path data of the SVG.', examples: [['M4 4h16v16H4z']] }),
  }),
  categories: Type.Array(Type.String(), { description: 'Categories of the application.', examples: [['web']] }),
  homepage: Nullable(
    Type.String({
      description: 'Website of the application; null if there is none.',
      examples: ['https://nginx.org/'],
    }),
  ),
  license: Nullable(
    Type.String({ description: 'License of the application; null if not stated.', examples: ['BSD-2-Clause'] }),
  ),
  needs: Resource('CatalogNeeds', 'Requirements for the VPS.', {
    memory_mb: Type.Integer({ description: 'Minimum memory of the VPS in MiB.', examples: [256] }),
    disk_gb: Type.Integer({ description: 'Minimum disk size of the VPS in GiB.', examples: [1] }),
    systems: Type.Array(Type.String(), {
      description: 'Allowed beginnings of the `image` of the VPS. If empty, every image is allowed.',
      examples: [['debian']],
    }),
    nesting: Type.Boolean({ description: 'True if the application runs containers, which not every VPS supports.' }),
  }),
  single: Type.Boolean({ description: 'True if a VPS can have the application only once.' }),
  https: Type.Boolean({
    description: 'True if the application gets a certificate for its parameter `domain` automatically.',
  }),
  parameters: Type.Array(CatalogParameter, { description: 'Installation parameters.' }),
  ports: Type.Array(ApplicationPort, { description: 'Ports that the application listens on.' }),
  steps: Type.Array(Type.String(), {
    description: 'Names of the installation steps, in order.',
    examples: [['Install packages']],
  }),
  tested: OneOf(TESTED, { description: 'Test level of the recipe.' }),
});
export type CatalogEntry = Static<typeof CatalogEntry>;

export const CatalogFilters = Type.Object({
  hosting_id: Type.Optional(Id('Returns only applications whose requirements this VPS meets.')),
});
