import { expect, it } from 'vitest';
import { listColumns, writeCsvHeader, writeCsvRows } from './csv.ts';

const write = (...rows: object[]) => {
  const columns = listColumns(rows);
  return writeCsvHeader(columns) + writeCsvRows(rows, columns);
};

it('writes a header and a line per row', () => {
  const rows = [
    { id: 1, name: 'Jo', actor: { kind: 'key', id: 7 }, roles: ['a', 'b'], gone: null },
    { id: 2, name: 'A, "B"\nC', actor: null, roles: [], more: true },
  ];
  expect(write(...rows)).toBe(
    ['id,name,actor.kind,actor.id,roles,gone,actor,more', '1,Jo,key,7,"a, b",,,', '2,"A, ""B""\nC",,,,,,true', ''].join(
      '\r\n',
    ),
  );
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2+3', "'-2+3"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '"\'\r\'=1"'],
  ['\n=1', '"\'\n\'=1"'],
  ['a;=1+1', "a;'=1+1"],
  ['a;b|+1;＠c', "a;b|'+1;'＠c"],
  ['a\t-1', "a\t'-1"],
  ['a; b|c', 'a; b|c'],
  ['＝1+1', "'＝1+1"],
  ['=a,"b"', '"\'=a,""b"""'],
  ['-12.50', '-12.50'],
  ['a=b', 'a=b'],
])('writes the cell %j as %s', (text, cell) => {
  expect(writeCsvRows([{ text }], ['text'])).toBe(`${cell}\r\n`);
});

it('neutralises lists and leaves numbers alone', () => {
  expect(writeCsvRows([{ a: -5, b: ['=1', 'x'] }], ['a', 'b'])).toBe('-5,"\'=1, x"\r\n');
});
