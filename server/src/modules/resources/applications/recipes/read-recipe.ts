import { createRequire } from 'node:module';
import type { Document, LineCounter } from 'yaml';
import { compileValidator } from '#kernel/http/validation.ts';
import { fieldErrors } from '../errors.ts';
import { checkRecipe } from './check-recipe.ts';
import { completeRecipe, type Recipe, RecipeFile } from './recipe.ts';

/** A problem in a file, with its line. */
export interface Problem {
  line: number;
  reason: string;
}

export type Reading = { recipe: Recipe } | { problems: readonly Problem[] };

/** Loaded with the first recipe, because startup does not need it. */
const loadYaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');
const judge = compileValidator(RecipeFile);
/** Problems reported per file. More are not needed to fix it. */
const MOST_PROBLEMS = 20;

/**
 * Reads one recipe. `slug` is the name of its file. All problems are returned together, in the order of their lines.
 */
export function readRecipe(text: string, slug: string): Reading {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  // Aliases are refused below: they can make a small file huge, and recipes do not need them.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  if (document.errors.length > 0) {
    return fail(document.errors.map(({ pos, message }) => ({ line: lines.linePos(pos[0]).line, reason: message })));
  }
  const lineOf = (field: string) => findLine(document, field, lines);
  const file = toPlain(document);
  if (file === undefined) return fail([{ line: 1, reason: 'must not use anchors and aliases.' }]);
  const found = judge(file) ?? [...checkFile(file as RecipeFile, slug)];
  if (found.length === 0) return { recipe: completeRecipe(file as RecipeFile) };
  return fail(found.map(({ field, message }) => ({ line: lineOf(field), reason: `${field} ${message}` })));
}

function* checkFile(file: RecipeFile, slug: string) {
  if (file.slug !== slug) yield fieldErrors.recipe_slug_differs('slug', { slug });
  yield* checkRecipe(file);
}

function toPlain(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch {
    return undefined;
  }
}

/** Returns the line of a field. For a missing field, returns the line of its parent. */
function findLine(document: Document, field: string, lines: LineCounter): number {
  const { isNode } = loadYaml();
  const path = field
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let depth = path.length; depth >= 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function fail(problems: readonly Problem[]): Reading {
  return { problems: [...problems].sort((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS) };
}
