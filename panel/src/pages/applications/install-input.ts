import type { CatalogEntry, CatalogParameter } from '@hostler/sdk';

type Value = string | number | boolean;

export interface InstallFields {
  readonly hosting_id: number | null;
  readonly parameters: Record<string, Value>;
}

/** What the form begins with: what the recipe says, and otherwise nothing. */
export function beginFields({ parameters }: Pick<CatalogEntry, 'parameters'>, serverId: number | null): InstallFields {
  const values = parameters.map(({ name, type, default: fallback }): [string, Value] => [
    name,
    fallback ?? (type === 'boolean' ? false : ''),
  ]);
  return { hosting_id: serverId, parameters: Object.fromEntries(values) };
}

/** What is sent: a field that was left empty is not. */
export function toInput(slug: string, { hosting_id, parameters }: InstallFields) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '' && value !== null);
  return { hosting_id: hosting_id ?? 0, slug, parameters: Object.fromEntries(given) };
}

/** As it stands in code for others: secrets stay in their fields, and those that may be left out are generated anew. */
export function withoutSecrets<Input extends ReturnType<typeof toInput>>(
  input: Input,
  parameters: readonly Pick<CatalogParameter, 'name' | 'type' | 'generated'>[],
): Input {
  const shown = Object.entries(input.parameters).flatMap(([name, value]) => {
    const parameter = parameters.find((each) => each.name === name);
    if (parameter?.type !== 'secret') return [[name, value]];
    return parameter.generated ? [] : [[name, '…']];
  });
  return { ...input, parameters: Object.fromEntries(shown) };
}
