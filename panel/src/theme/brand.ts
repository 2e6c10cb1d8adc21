interface FooterLink {
  readonly label: string;
  readonly url: string;
}

const productName = readMeta('application-name') ?? 'Hostler';
const isOwn = productName !== 'Hostler';

/** The company's presentation of the product. The server writes it into the page as `<meta>`. */
export const brand = {
  productName,
  /** The company has named the product: its customers do not read the name Hostler. */
  isOwn,
  /** Variable for an API key in examples and in downloaded files. */
  keyVariable: isOwn ? 'API_KEY' : 'HOSTLER_KEY',
  /** Begins the names of downloaded files. */
  filePrefix: toFileName(productName),
  /** E-mail address or web page where customers get help. */
  supportAddress: readMeta('support-address'),
  /** The server checked that white text is readable on it. */
  accentColour: readMeta('accent-color'),
  footerLinks: JSON.parse(readMeta('footer-links') ?? '[]') as readonly FooterLink[],
  /** Time zone of invoices, so that pages and documents show the same dates. */
  sellerTimeZone: readMeta('seller-time-zone') ?? 'UTC',
  /** Addresses of images. */
  logo: readMeta('brand-logo'),
  darkLogo: readMeta('brand-logo-dark'),
  favicon: readMeta('brand-favicon'),
};

function toFileName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^A-Za-z0-9 -]/g, '');
  return plain.trim().replace(/[ -]+/g, '-').toLowerCase() || 'panel';
}

/** Unit tests have no document. */
function readMeta(name: string): string | undefined {
  const element = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return element?.content || undefined;
}
