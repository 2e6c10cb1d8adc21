/** Part of a word before expansion: text or an expansion. Quoted parts are not split. */
export type Part =
  | { kind: 'text'; text: string; quoted: boolean }
  | { kind: 'variable'; name: string; operator: string; operand: Word; quoted: boolean }
  | { kind: 'output'; script: string; quoted: boolean }
  | { kind: 'number'; expression: Word; quoted: boolean };

export type Word = readonly Part[];

export interface Redirection {
  /** Redirected stream. */
  stream: 0 | 1 | 2;
  /** `&` duplicates another stream, `<<` is a here-document. */
  kind: '<' | '>' | '>>' | '&' | '<<';
  target: Word;
}

export type Node =
  | { kind: 'simple'; assignments: readonly { name: string; value: Word }[]; words: readonly Word[] }
  | { kind: 'group'; body: Node; isolated: boolean }
  | { kind: 'redirected'; body: Node; redirections: readonly Redirection[] }
  | { kind: 'list'; items: readonly Node[] }
  | { kind: 'and' | 'or'; left: Node; right: Node }
  | { kind: 'not'; body: Node }
  | { kind: 'pipe'; stages: readonly Node[] }
  | { kind: 'if'; condition: Node; then: Node; otherwise: Node | undefined }
  | { kind: 'while'; condition: Node; until: boolean; body: Node }
  | { kind: 'for'; name: string; words: readonly Word[]; body: Node }
  | { kind: 'case'; word: Word; arms: readonly { patterns: readonly Word[]; body: Node }[] }
  | { kind: 'function'; name: string; body: Node };

/** Syntax error of a script. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}
