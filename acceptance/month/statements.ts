const OWN = 'DE89370400440532013000';

export interface BankEntry {
  readonly day: string;
  /** `10.00` */
  readonly amount: string;
  readonly name: string;
  readonly iban: string;
  readonly text: string;
  readonly reference: string;
}

export function writeCsv(entries: readonly BankEntry[]): string {
  const rows = entries.map(({ day, amount, name, iban, text, reference }) =>
    [day, amount, 'EUR', name, iban, text, reference].join(';'),
  );
  return `date;amount;currency;name;iban;text;id\n${rows.join('\n')}\n`;
}

export function writeCamt(entries: readonly BankEntry[]): string {
  const rows = entries.map(({ day, amount, name, iban, text, reference }) => {
    const payer = `<Dbtr><Nm>${name}</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>`;
    const details = `<TxDtls><RltdPties>${payer}</RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>
      <NtryDtls>${details}</NtryDtls></Ntry>`;
  });
  const account = `<Acct><Id><IBAN>${OWN}</IBAN></Id></Acct>`;
  return `<Document><BkToCstmrStmt><Stmt>${account}${rows.join('')}</Stmt></BkToCstmrStmt></Document>`;
}
