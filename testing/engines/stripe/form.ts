export type Form = { [name: string]: string | Form };

/** Parses `line_items[0][price_data][currency]=eur` to an object; lists have their indexes as names. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/\[|\]\[|\]/).filter((name, index) => index === 0 || name !== '');
    const last = names.pop() ?? '';
    let place = form;
    for (const name of names) {
      place[name] ??= {};
      place = place[name] as Form;
    }
    // `expand[]=…` has no index.
    const isList = path.endsWith('[]');
    if (isList) place[last] = { ...(place[last] as Form | undefined), [Object.keys(place[last] ?? {}).length]: value };
    else place[last] = value;
  }
  return form;
}

export function at(form: Form, ...path: string[]): string | undefined {
  let found: string | Form | undefined = form;
  for (const name of path) found = typeof found === 'object' ? found[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

export function listOf(form: Form, name: string): string[] {
  const list = form[name];
  return typeof list === 'object' ? Object.values(list).filter((value) => typeof value === 'string') : [];
}
