/**
 * The only file that imports the API of the compiler. TypeScript 7 calls it unstable, so a minor release may rename its
 * parts. scripts/private-apis.test.ts says what to do then.
 */
export { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
export { isFunctionLikeDeclaration, isTypeNode } from 'typescript/unstable/ast/is';
export {
  API,
  type Checker,
  type Project,
  SignatureKind,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync';
