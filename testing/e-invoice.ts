import { Profile, validateXsd } from '@stackforge-eu/factur-x';
import { XMLParser } from 'fast-xml-parser';

/** Content of an electronic invoice, in cents, read by independent code. */
export interface ReadInvoice {
  readonly number: string;
  readonly type: string;
  readonly currency: string;
  readonly lines: readonly { amount: number; price: number; quantity: number; category: string }[];
  readonly tax: {
    amount: number;
    basis: number;
    category: string;
    rate: number | undefined;
    reason: string | undefined;
  };
  readonly lineTotal: number;
  readonly basis: number;
  readonly taxTotal: number;
  readonly total: number;
  readonly due: number;
  readonly sellerTaxIds: Readonly<Record<string, string>>;
  readonly buyerVatId: string | undefined;
  readonly corrects: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;
const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  parseTagValue: false,
  attributeNamePrefix: '@',
});

/**
 * Validates against the schema of EN 16931 and the rules that sums and taxes can break. Returns an empty list if valid.
 */
export async function findFaults(xml: string): Promise<string[]> {
  const { errors } = await validateXsd(xml, Profile.EN16931);
  return [...errors.map(({ message }) => message), ...findBrokenRules(readInvoice(xml))];
}

function findBrokenRules(invoice: ReadInvoice): string[] {
  const { lines, tax, lineTotal, basis, taxTotal, total, sellerTaxIds, buyerVatId } = invoice;
  const sum = lines.reduce((all, { amount }) => all + amount, 0);
  const taxed = tax.category === 'S';
  const rules: [name: string, kept: boolean][] = [
    ['BR-16: at least one line', lines.length > 0],
    ['BR-27: no negative price', lines.every(({ price }) => price >= 0)],
    ['BR-CO-10: the lines add up', sum === lineTotal],
    ['BR-CO-13: the basis is the sum of the lines', basis === lineTotal],
    ['BR-CO-14: the tax is that of the only rate', taxTotal === tax.amount],
    ['BR-CO-15: net and tax are the total', basis + taxTotal === total],
    // Half a cent by rounding, and a little more with prices that include tax; the standard allows a whole unit.
    ['BR-CO-17: the tax is its rate of the basis', Math.abs(tax.amount - (tax.basis * (tax.rate ?? 0)) / 100) <= 1.1],
    ['BR-45: the basis of the tax is all of it', tax.basis === basis],
    ['one category throughout', lines.every(({ category }) => category === tax.category)],
    ['BR-S-05: a rate above 0', !taxed || (tax.rate ?? 0) > 0],
    ['BR-AE-09, BR-E-09, BR-O-09: no tax', taxed || tax.amount === 0],
    ['BR-AE-10, BR-E-10, BR-O-10: a reason', taxed || tax.category === 'Z' || tax.reason !== undefined],
    ['BR-S-02, BR-E-02: the seller has a tax number', tax.category === 'O' || Object.keys(sellerTaxIds).length > 0],
    [
      'BR-AE-02: both have VAT ids',
      tax.category !== 'AE' || (sellerTaxIds.VA !== undefined && buyerVatId !== undefined),
    ],
    ['BR-O-02: nobody has a VAT id', tax.category !== 'O' || (sellerTaxIds.VA ?? buyerVatId) === undefined],
    ['BR-O-05: no rate', tax.category !== 'O' || tax.rate === undefined],
    ['BR-55: a correction names what it corrects', invoice.type !== '384' || invoice.corrects !== undefined],
  ];
  return rules.filter(([, kept]) => !kept).map(([name]) => name);
}

export function readInvoice(xml: string): ReadInvoice {
  const root = parser.parse(xml) as Node;
  const at = (path: string, from: unknown = root) =>
    path.split('/').reduce<unknown>((node, name) => (node as Node | undefined)?.[name], from);
  const text = (path: string, from?: unknown) => {
    const found = at(path, from);
    return found === undefined ? undefined : String((found as Node)['#text'] ?? found);
  };
  const cents = (path: string, from?: unknown) => Math.round(Number(text(path, from)) * 100);
  const invoice = 'CrossIndustryInvoice';
  const trade = at(`${invoice}/SupplyChainTradeTransaction`);
  const settlement = at('ApplicableHeaderTradeSettlement', trade);
  const sums = at('SpecifiedTradeSettlementHeaderMonetarySummation', settlement);
  const tax = at('ApplicableTradeTax', settlement);
  const rate = text('RateApplicablePercent', tax);
  const idsOf = (party: string) =>
    Object.fromEntries(
      list(at(`ApplicableHeaderTradeAgreement/${party}/SpecifiedTaxRegistration`, trade)).map((entry) => [
        String((at('ID', entry) as Node)['@schemeID']),
        text('ID', entry) ?? '',
      ]),
    );
  return {
    number: text(`${invoice}/ExchangedDocument/ID`) ?? '',
    type: text(`${invoice}/ExchangedDocument/TypeCode`) ?? '',
    currency: text('InvoiceCurrencyCode', settlement) ?? '',
    lines: list(at('IncludedSupplyChainTradeLineItem', trade)).map((line) => ({
      amount: cents('SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount', line),
      price: Number(text('SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount', line)),
      quantity: Number(text('SpecifiedLineTradeDelivery/BilledQuantity', line)),
      category: text('SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode', line) ?? '',
    })),
    tax: {
      amount: cents('CalculatedAmount', tax),
      basis: cents('BasisAmount', tax),
      category: text('CategoryCode', tax) ?? '',
      rate: rate === undefined ? undefined : Number(rate),
      reason: text('ExemptionReason', tax),
    },
    lineTotal: cents('LineTotalAmount', sums),
    basis: cents('TaxBasisTotalAmount', sums),
    taxTotal: cents('TaxTotalAmount', sums),
    total: cents('GrandTotalAmount', sums),
    due: cents('DuePayableAmount', sums),
    sellerTaxIds: idsOf('SellerTradeParty'),
    buyerVatId: idsOf('BuyerTradeParty').VA,
    corrects: text('InvoiceReferencedDocument/IssuerAssignedID', settlement),
  };
}

function list(found: unknown): unknown[] {
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}
