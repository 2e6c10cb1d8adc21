/** A longer page is not read. Details belong in the README of a folder. */
const MOST_WORDS = 1_500;
const FENCE = /^```\w*\n(.*?)^```$/gms;
const CODE_SPAN = /`([^`\n]+)`/g;
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g;
/** A path from the root of the repository that ends with a slash. `/api/v1/` is a path of the API. */
const FOLDER = /^(?:[\w@.-]+\/)+$/;

/** Looks up paths of the repository, relative to its root. */
export interface Repository {
  isFolder(path: string): boolean;
  exists(path: string): boolean;
}

/**
 * Returns the problems of docs/architecture.md: too many words, folders that do not exist, and links to missing files. A
 * folder is named by its path from the root of the repository with a slash at the end, in a code span or a code block.
 */
export function checkArchitecture(page: string, { isFolder, exists }: Repository): string[] {
  const words = page.split(/\s+/).filter((word) => word !== '').length;
  const folders = listFolders(page);
  return [
    ...(words > MOST_WORDS
      ? [`It has ${words} words, and the limit is ${MOST_WORDS}. Move details to the README of their folder.`]
      : []),
    ...(folders.length === 0 ? ['It names no folder. Write folders like `server/src/kernel/`.'] : []),
    ...folders
      .filter((folder) => !isFolder(folder))
      .map((folder) => `It names the folder ${folder}, which does not exist.`),
    ...listLinks(page)
      .filter((path) => !exists(path))
      .map((path) => `It links to ${path}, which does not exist.`),
  ];
}

function listFolders(page: string): string[] {
  const blocks = [...page.matchAll(FENCE)].flatMap(([, block = '']) => block.split(/[\s"'`()[\]{}<>|,;:]+/));
  const spans = [...page.replace(FENCE, '').matchAll(CODE_SPAN)].map(([, span = '']) => span);
  return [...new Set([...blocks, ...spans])].filter((text) => FOLDER.test(text));
}

/** Returns the targets of relative links, as paths from the root of the repository. */
function listLinks(page: string): string[] {
  const targets = [...page.matchAll(LINK)].map(([, target = '']) => target).filter((target) => !target.includes('://'));
  return [...new Set(targets.map((target) => new URL(target, 'file:///docs/architecture.md').pathname.slice(1)))];
}
