import { decimalsOf } from '#kernel/currency.ts';
import type { DocumentLine, DocumentTax, InvoiceDocument } from './document.ts';
import { Element, element } from './element.ts';
import { lastDayOf, writeAmount, writePercent } from './figures.ts';

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};
const EN_16931 = 'urn:cen.eu:en16931:2017';
/**
 * A corrected invoice (384) has negative amounts, as our documents do. A credit note of this standard has positive
 * ones.
 */
const TYPE = { invoice: '380', correction: '384' };
const SEPA_TRANSFER = '58';
const TRANSFER = '30';
const PIECES = 'C62';
/** The standard permits two decimals. */
const MOST_DECIMALS = 2;

type Parties = Required<Pick<InvoiceDocument, 'seller' | 'customer'>>;
/** A document with everything that an e-invoice requires. */
type ElectronicDocument = InvoiceDocument & { [Party in keyof Parties]: NonNullable<Parties[Party]> };

/** Writes the invoice as Cross Industry Invoice (EN 16931). Undefined if required data is missing. */
export function writeInvoiceXml(document: InvoiceDocument): string | undefined {
  if (!saysEnough(document)) return undefined;
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element(
        'rsm:ExchangedDocumentContext',
        element('ram:GuidelineSpecifiedDocumentContextParameter', element('ram:ID', EN_16931)),
      ),
      element('rsm:ExchangedDocument', [
        element('ram:ID', document.number),
        element('ram:TypeCode', document.corrects ? TYPE.correction : TYPE.invoice),
        element('ram:IssueDateTime', writeDay(document.issued_on)),
        element('ram:IncludedNote', element('ram:Content', document.reason)),
        element('ram:IncludedNote', element('ram:Content', document.tax.sentence)),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        document.lines.map((line) => writeLine(document, line)),
        writeAgreement(document),
        // Required by the schema, although services are not delivered.
        new Element('<ram:ApplicableHeaderTradeDelivery/>'),
        writeSettlement(document),
      ]),
    ],
    NAMESPACES,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.xml ?? ''}`;
}

function saysEnough(document: InvoiceDocument): document is ElectronicDocument {
  const { seller, customer, tax, currency } = document;
  if (!seller || !customer?.country || tax.category === null || decimalsOf(currency) > MOST_DECIMALS) return false;
  return seller.vat_id !== null || (seller.tax_number !== null && tax.category !== 'reverse_charge');
}

function writeLine({ currency, tax }: ElectronicDocument, line: DocumentLine) {
  // Prices are never negative in this standard: a credit is a negative quantity.
  const sign = line.net_amount < 0 ? -1 : 1;
  const quantity = sign * Math.abs(line.quantity);
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', element('ram:LineID', line.position)),
    element('ram:SpecifiedTradeProduct', element('ram:Name', line.description)),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element('ram:NetPriceProductTradePrice', element('ram:ChargeAmount', writeNetPrice(line, currency))),
    ),
    element('ram:SpecifiedLineTradeDelivery', element('ram:BilledQuantity', quantity, { unitCode: PIECES })),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [element('ram:TypeCode', 'VAT'), writeRate(tax)]),
      element('ram:BillingSpecifiedPeriod', [
        element('ram:StartDateTime', writeDay(line.period.from)),
        element('ram:EndDateTime', writeDay(lastDayOf(line.period))),
      ]),
      element(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        element('ram:LineTotalAmount', writeAmount(line.net_amount, currency)),
      ),
    ]),
  ]);
}

/** Net unit price, with more digits if it does not divide evenly. */
function writeNetPrice({ net_amount, quantity }: DocumentLine, currency: string): string {
  const [whole, count] = [Math.abs(net_amount), Math.abs(quantity) || 1];
  if (whole % count === 0) return writeAmount(whole / count, currency);
  return (whole / count / 10 ** decimalsOf(currency)).toFixed(6);
}

function writeAgreement({ seller, customer, tax }: ElectronicDocument) {
  // Outside the scope of the tax no VAT id is named. The seller is identified by a plain number.
  const named = tax.category !== 'outside_scope';
  const company = customer.company ?? customer.name;
  return element('ram:ApplicableHeaderTradeAgreement', [
    element('ram:SellerTradeParty', [
      named ? undefined : element('ram:ID', seller.tax_number ?? seller.vat_id),
      element('ram:Name', seller.name),
      writeAddress(seller),
      writeMail(seller.email),
      named ? writeTaxNumber('VA', seller.vat_id) : undefined,
      named ? writeTaxNumber('FC', seller.tax_number) : undefined,
    ]),
    element('ram:BuyerTradeParty', [
      element('ram:Name', company),
      company === customer.name
        ? undefined
        : element('ram:DefinedTradeContact', element('ram:PersonName', customer.name)),
      writeAddress(customer),
      writeMail(customer.email),
      named ? writeTaxNumber('VA', customer.vat_id) : undefined,
    ]),
  ]);
}

type Addressed = Pick<ElectronicDocument['customer'], 'street' | 'postal_code' | 'city' | 'country'> & {
  readonly state?: string | null;
};

function writeAddress({ street, postal_code, city, state, country }: Addressed) {
  return element('ram:PostalTradeAddress', [
    element('ram:PostcodeCode', postal_code),
    element('ram:LineOne', street),
    element('ram:CityName', city),
    element('ram:CountryID', country),
    element('ram:CountrySubDivisionName', state),
  ]);
}

function writeMail(address: string | null) {
  return element('ram:URIUniversalCommunication', element('ram:URIID', address, { schemeID: 'EM' }));
}

function writeTaxNumber(scheme: 'VA' | 'FC', number: string | null) {
  return element('ram:SpecifiedTaxRegistration', element('ram:ID', number, { schemeID: scheme }));
}

function writeSettlement(document: ElectronicDocument) {
  const { currency, tax, subtotal, total, corrects } = document;
  const amount = (name: string, value: number) => element(name, writeAmount(value, currency));
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:PaymentReference', document.payment_reference),
    element('ram:InvoiceCurrencyCode', currency),
    writePaymentMeans(document),
    element('ram:ApplicableTradeTax', [
      amount('ram:CalculatedAmount', tax.amount),
      element('ram:TypeCode', 'VAT'),
      isTaxed(tax) ? undefined : element('ram:ExemptionReason', tax.sentence ?? 'No VAT is charged.'),
      amount('ram:BasisAmount', subtotal),
      writeRate(tax),
    ]),
    element('ram:SpecifiedTradePaymentTerms', element('ram:DueDateDateTime', writeDay(document.due_on))),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      amount('ram:LineTotalAmount', subtotal),
      amount('ram:TaxBasisTotalAmount', subtotal),
      element('ram:TaxTotalAmount', writeAmount(tax.amount, currency), { currencyID: currency }),
      amount('ram:GrandTotalAmount', total),
      amount('ram:DuePayableAmount', total),
    ]),
    corrects
      ? element('ram:InvoiceReferencedDocument', [
          element('ram:IssuerAssignedID', corrects.number),
          element('ram:FormattedIssueDateTime', writeDay(corrects.issued_on, 'qdt')),
        ])
      : undefined,
  ]);
}

function writePaymentMeans({ seller, currency }: ElectronicDocument) {
  if (seller.iban === null) return undefined;
  return element('ram:SpecifiedTradeSettlementPaymentMeans', [
    element('ram:TypeCode', currency === 'EUR' ? SEPA_TRANSFER : TRANSFER),
    element('ram:PayeePartyCreditorFinancialAccount', element('ram:IBANID', seller.iban.replaceAll(' ', ''))),
    element('ram:PayeeSpecifiedCreditorFinancialInstitution', element('ram:BICID', seller.bic)),
  ]);
}

/** Category and rate. Outside the scope of the tax there is no rate, not even 0. */
function writeRate(tax: DocumentTax) {
  const code = categoryOf(tax);
  return [
    element('ram:CategoryCode', code),
    code === 'O' ? undefined : element('ram:RateApplicablePercent', writePercent(tax.rate)),
  ];
}

function categoryOf({ category, rate }: DocumentTax): string {
  if (category === 'reverse_charge') return 'AE';
  if (category === 'outside_scope') return 'O';
  if (category === 'small_business') return 'E';
  return rate === 0 ? 'Z' : 'S';
}

function isTaxed(tax: DocumentTax): boolean {
  return tax.category === 'standard';
}

function writeDay(day: string, namespace: 'udt' | 'qdt' = 'udt') {
  return element(`${namespace}:DateTimeString`, day.replaceAll('-', ''), { format: '102' });
}
