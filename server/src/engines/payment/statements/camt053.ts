import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type CollectedLines, refuseStatement } from './statement-lines.ts';

/** Deeper than any real statement, including addresses and structured references. */
const DEEPEST = 40;

type Node = string | { readonly [name: string]: Node | readonly Node[] | undefined };

/** Parses ISO 20022 camt.053 of all versions: the booked credits. Debits are not payments of customers. */
export function parseCamt053(xml: string, collected: CollectedLines): void {
  checkXml(xml);
  const { frame, entries } = takeApart(xml);
  const statements = all(parseXml(frame), 'Document', 'BkToCstmrStmt', 'Stmt');
  if (statements.length === 0) refuseStatement('It is not a camt.053 message: there is no statement in it.');
  for (const statement of statements) readStatement(statement, entries, collected);
}

const ENTRY_TAG = /<(\/?)(?:[\w.-]+:)?Ntry(?:\s[^>]*)?>/y;
/** Sections that may contain the text of a tag. */
const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

/** Yields the tags of entries. Each character is visited once, whatever the file contains. */
function* findEntryTags(xml: string) {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const section = SECTIONS.find(([begin]) => xml.startsWith(begin, at));
    if (section) {
      const end = xml.indexOf(section[1], at + section[0].length);
      if (end < 0) return;
      at = end;
      continue;
    }
    ENTRY_TAG.lastIndex = at;
    const [tag, slash] = ENTRY_TAG.exec(xml) ?? [];
    if (tag !== undefined) yield { from: at, to: at + tag.length, isEnd: slash === '/' };
    at += tag?.length ?? 1;
  }
}

/**
 * Splits the entries from the rest. As objects they would take many times the memory of the text, so each is parsed
 * when needed. The frame contains the number of each entry. Entries are not nested.
 */
function takeApart(xml: string) {
  const spans: { from: number; to: number }[] = [];
  const frame: string[] = [];
  let [done, from] = [0, -1];
  for (const { from: start, to, isEnd } of findEntryTags(xml)) {
    if (!isEnd && from < 0) from = start;
    if (!isEnd || from < 0) continue;
    frame.push(xml.slice(done, from), `<Ntry>${spans.length}</Ntry>`);
    spans.push({ from, to });
    [done, from] = [to, -1];
  }
  frame.push(xml.slice(done));
  const entries = (place: Node): Node => {
    const span = spans[Number(text(place) || -1)];
    return span ? (one(parseXml(xml.slice(span.from, span.to)), 'Ntry') ?? '') : '';
  };
  return { frame: frame.join(''), entries };
}

function readStatement(statement: Node, entries: (place: Node) => Node, { statementOf }: CollectedLines): void {
  const account = text(statement, 'Acct', 'Id', 'IBAN') || text(statement, 'Acct', 'Id', 'Othr', 'Id') || null;
  const add = statementOf(account, (account ?? 'account').slice(0, 40));
  for (const [index, place] of all(statement, 'Ntry').entries()) {
    const entry = entries(place);
    if (!isBookedCredit(entry)) continue;
    const parts = all(entry, 'NtryDtls', 'TxDtls');
    for (const part of parts.length > 0 ? parts : [entry]) {
      add(readPart(entry, part, parts.length > 1), `entry ${index + 1}`);
    }
  }
}

function isBookedCredit(entry: Node): boolean {
  const status = text(entry, 'Sts', 'Cd') || text(entry, 'Sts');
  return text(entry, 'CdtDbtInd') === 'CRDT' && (status === 'BOOK' || status === '');
}

/** A batch has an amount for each transaction in it; a single transaction may have its amount only in the entry. */
function readPart(entry: Node, part: Node, inBatch: boolean) {
  const amounts = [one(part, 'Amt'), one(part, 'AmtDtls', 'TxAmt', 'Amt')];
  const amount = (inBatch ? amounts : []).find((found) => found !== undefined) ?? one(entry, 'Amt') ?? '';
  const free = all(part, 'RmtInf', 'Ustrd').map((line) => text(line));
  const structured = text(part, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref');
  const endToEnd = text(part, 'Refs', 'EndToEndId');
  const said = [structured, ...free, endToEnd === 'NOTPROVIDED' ? '' : endToEnd].filter(Boolean).join(' ');
  return {
    bankReference: text(part, 'Refs', 'AcctSvcrRef') || text(entry, 'AcctSvcrRef') || null,
    day: text(entry, 'BookgDt', 'Dt') || text(entry, 'BookgDt', 'DtTm') || text(entry, 'ValDt', 'Dt'),
    amount: text(amount),
    currency: typeof amount === 'string' ? '' : text(amount, '@Ccy'),
    name: text(part, 'RltdPties', 'Dbtr', 'Nm') || text(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
    iban: text(part, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN') || null,
    text: said || text(part, 'AddtlTxInf') || text(entry, 'AddtlNtryInf'),
  };
}

/** Validates the whole file before any of it is used. */
function checkXml(xml: string): void {
  // Without a document type there are only the predefined entities.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) refuseStatement('A document type is not allowed in it.');
  const problem = XMLValidator.validate(xml);
  if (problem !== true) refuseStatement(`It is not whole XML: ${problem.err.msg.slice(0, 200)}`);
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Decodes numeric references such as `&#228;`; HTML names are decoded, too, which is harmless.
  htmlEntities: true,
  maxNestedTags: DEEPEST,
  // Paths as strings are for callbacks, which are not used.
  jPath: false,
});

function parseXml(xml: string): Node {
  try {
    return parser.parse(xml) as Node;
  } catch (error) {
    return refuseStatement(`It is not whole XML: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** Returns every node at the end of a path, whether it occurs once or often. */
function all(node: Node, ...path: readonly string[]): Node[] {
  let found: Node[] = [node];
  for (const name of path) {
    found = found.flatMap((parent) => {
      if (typeof parent === 'string' || !Object.hasOwn(parent, name)) return [];
      const child = parent[name];
      return child === undefined ? [] : Array.isArray(child) ? child : [child as Node];
    });
  }
  return found;
}

function one(node: Node, ...path: readonly string[]): Node | undefined {
  return all(node, ...path)[0];
}

function text(node: Node, ...path: readonly string[]): string {
  const found = one(node, ...path) ?? '';
  const own = typeof found === 'string' ? found : found['#text'];
  return typeof own === 'string' ? own : '';
}
