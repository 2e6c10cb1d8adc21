/** A metric in an expression, with its labels and required values. */
export interface Asked {
  readonly metric: string;
  readonly labels: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

/** Labels that Prometheus adds. */
const ADDED = new Set(['job', 'instance', 'le']);
const WORDS = new Set(['by', 'without', 'and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset']);

/**
 * Returns the metrics and labels of a PromQL expression. Not a parser: it suffices to find an unknown name. Labels of
 * an aggregation apply to every metric in the expression.
 */
export function readExpression(expression: string): Asked[] {
  const grouped = new Set<string>();
  const bare = expression
    .replace(/\b(?:by|without|on)\s*\(([^)]*)\)/g, (_, names: string) => {
      for (const name of names.split(',')) grouped.add(name.trim());
      return ' ';
    })
    .replace(/\[[^\]]*\]/g, ' ');
  const asked: Asked[] = [];
  for (const [, name = '', braces = '', call] of bare.matchAll(/([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?\s*(\()?/g)) {
    if (call || WORDS.has(name)) continue;
    const matchers = [...braces.matchAll(/([a-z_]\w*)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)];
    const labels = new Set(
      [...grouped, ...matchers.map(([, label = '']) => label)].filter((label) => !ADDED.has(label)),
    );
    const values = new Map(
      matchers
        .filter(([, label = '', how]) => (how === '=' || how === '!=') && !ADDED.has(label))
        .map(([, label = '', , value = '']) => [label, value]),
    );
    asked.push({ metric: name, labels, values });
  }
  return asked;
}

/** Parses a scrape to label values by metric and label. */
export function readScrape(text: string): Map<string, Map<string, Set<string>>> {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n')) {
    const [, name, braces = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (!name) continue;
    const labels = metrics.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of braces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
    metrics.set(name, labels);
  }
  return metrics;
}
