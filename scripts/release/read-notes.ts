/**
 * Returns the section of the changelog for a version, or the section Unreleased for a build between releases, which may
 * be empty. Throws if there is none, or if that of a version is empty.
 */
export function readNotes(changelog: string, version: string, isRelease: boolean): string {
  const wanted = isRelease ? version : 'Unreleased';
  const section = changelog
    .split(/^(?=## \[)/m)
    .find((each) => each.startsWith(`## [${wanted}]`))
    ?.replace(/^## .*\n/, '')
    .trim();
  if (section === undefined || (isRelease && section === '')) {
    throw new Error(`CHANGELOG.md has no notes under "## [${wanted}]". Write them, then release again.`);
  }
  const warning = isRelease ? '' : '\nThis is a build between releases. Do not use it in production.\n';
  return `# Hostler ${version}\n${warning}\n${section || 'Nothing that users notice has changed since the last release.'}\n`;
}
