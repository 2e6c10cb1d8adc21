import {
  type Checker,
  type Expression,
  type Node,
  SignatureKind,
  type Type,
  TypeFlags,
  type TypeReference,
} from './compiler.ts';

const MANY: ReadonlySet<string | undefined> = new Set(['Array', 'ReadonlyArray', 'Promise']);

/**
 * Answers questions about the types of queries. Each question is a message to the compiler's process, so answers are
 * cached.
 */
export class QueryTypes {
  readonly #checker: Checker;
  readonly #queries = new Map<number, boolean>();
  readonly #answers = new Map<number, readonly Type[]>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  typesOf(expressions: readonly Node[]): readonly (Type | undefined)[] {
    return this.#checker.getTypeAtLocation(expressions);
  }

  /** Returns whether the type is a query, a union with a query, or an array of queries. */
  isQuery(type: Type | undefined): boolean {
    if (type === undefined) return false;
    const known = this.#queries.get(type.id) ?? this.#partsOf(type).some((part) => this.#holdsQuery(part));
    this.#queries.set(type.id, known);
    return known;
  }

  /** Returns whether the type is a function that returns a query. */
  makesQuery(type: Type): boolean {
    return this.#answersOf(type).some((answer) => this.isQuery(answer));
  }

  /** Tells queries from other generators, which are there for iteration. */
  yieldsSteps(type: Type): boolean {
    if (!isGenerator(type)) return false;
    const [step] = this.#checker.getTypeArguments(type as TypeReference);
    return step !== undefined && this.#checker.typeToString(step) === 'Step';
  }

  /** Returns whether the type is a query or nothing: testing for it is no mistake. */
  isOptional(type: Type): boolean {
    return type.isUnionType() && this.#partsOf(type).every((part) => isNothing(part) || this.isQuery(part));
  }

  /** Returns whether the context expects a type for the value. */
  isWantedBy(node: Node): boolean {
    return this.#contextOf(node) !== undefined;
  }

  /** Returns whether the receiver accepts any value. */
  isIgnoredBy(node: Node): boolean {
    return isIndifferent(this.#contextOf(node));
  }

  /** Returns whether the receiver of the function ignores its result. */
  isAnswerIgnoredBy(node: Node): boolean {
    const context = this.#contextOf(node);
    const answers = context ? this.#answersOf(context) : [];
    return answers.length > 0 && answers.every(isIndifferent);
  }

  #contextOf(node: Node): Type | undefined {
    const isCalled = (node.parent as { expression?: Node }).expression === node;
    return isCalled ? undefined : this.#checker.getContextualType(node as Expression);
  }

  #answersOf(type: Type): readonly Type[] {
    const known = this.#answers.get(type.id) ?? this.#partsOf(type).flatMap((part) => this.#returnTypesOf(part));
    this.#answers.set(type.id, known);
    return known;
  }

  #returnTypesOf(type: Type): Type[] {
    if ((type.flags & TypeFlags.Object) === 0) return [];
    const signatures = this.#checker.getSignaturesOfType(type, SignatureKind.Call);
    return signatures.flatMap((signature) => this.#checker.getReturnTypeOfSignature(signature) ?? []);
  }

  #holdsQuery(type: Type): boolean {
    if (isGenerator(type)) return true;
    if (!type.isTypeReference() || !MANY.has(type.getSymbol()?.name)) return false;
    return this.#checker.getTypeArguments(type).some((item) => this.isQuery(item));
  }

  /**
   * Reads the parts only where they may matter: this version of the compiler crashes on a union that contains a tuple.
   */
  #partsOf(type: Type): readonly Type[] {
    if (!type.isUnionType()) return [type];
    return /Generator<|Query<|=>/.test(this.#checker.typeToString(type)) ? type.getTypes() : [];
  }
}

/** Accepts any generator: also one that is no query does nothing before it runs. */
function isGenerator(type: Type): boolean {
  return (type.flags & TypeFlags.Object) !== 0 && type.getSymbol()?.name === 'Generator';
}

function isNothing(type: Type): boolean {
  return (type.flags & (TypeFlags.Undefined | TypeFlags.Null)) !== 0;
}

function isIndifferent(type: Type | undefined): boolean {
  return type !== undefined && (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Void)) !== 0;
}
