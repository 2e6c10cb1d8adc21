import { type Node, type Project, type SourceFile, SyntaxKind } from '../queries/compiler.ts';

export interface Pattern {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

type Call = Node & { readonly expression: Node & { readonly text?: string }; readonly arguments?: readonly Node[] };
type Template = Node & {
  readonly head: { readonly text: string };
  readonly templateSpans: readonly { readonly expression: Node; readonly literal: { readonly text: string } }[];
};

/**
 * Finds the regular expressions of the files: literals, and `new RegExp()` with constants. Those that are built from
 * values of the running program cannot be found here.
 */
export function findPatterns({ program, checker }: Project, files: readonly string[]): Pattern[] {
  return files.flatMap((name) => {
    const file = program.getSourceFile(name);
    return file ? findInFile(file, textOf) : [];
  });

  function textOf(node: Node | undefined): string | undefined {
    switch (node?.kind) {
      case SyntaxKind.StringLiteral:
      case SyntaxKind.NoSubstitutionTemplateLiteral:
        return (node as Node & { text: string }).text;
      case SyntaxKind.TemplateExpression: {
        const { head, templateSpans } = node as Template;
        const parts = templateSpans.map(({ expression, literal }) => {
          const value = textOf(expression);
          return value === undefined ? undefined : value + literal.text;
        });
        return parts.includes(undefined) ? undefined : head.text + parts.join('');
      }
      case SyntaxKind.Identifier: {
        const { value } = (checker.getTypeAtLocation(node) ?? {}) as { value?: unknown };
        return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
      }
      default:
        return undefined;
    }
  }
}

function findInFile(file: SourceFile, textOf: (node: Node | undefined) => string | undefined): Pattern[] {
  const found: Pattern[] = [];
  const add = (node: Node, source: string, flags: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push({ file: file.fileName, line: line + 1, source, flags });
  };
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.RegularExpressionLiteral) {
      const text = file.text.slice(node.getStart(file), node.end);
      const end = text.lastIndexOf('/');
      add(node, text.slice(1, end), text.slice(end + 1));
    }
    if (node.kind === SyntaxKind.NewExpression && (node as Call).expression.text === 'RegExp') {
      const [source, flags] = (node as Call).arguments ?? [];
      const value = textOf(source);
      if (value !== undefined) add(node, value, textOf(flags) ?? '');
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}
