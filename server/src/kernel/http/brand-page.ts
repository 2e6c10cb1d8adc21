import { escapeHtml } from '../html.ts';

/** The company's presentation of the product. */
export interface Brand {
  readonly productName: string;
  readonly supportAddress: string | undefined;
  readonly accentColor: string | undefined;
}

/** Name in the stored pages. */
const STORED_NAME = 'Hostler';

/** Returns true if the stored pages fit as they are. */
export function isUnbranded({ productName, supportAddress, accentColor }: Brand): boolean {
  return productName === STORED_NAME && supportAddress === undefined && accentColor === undefined;
}

/**
 * Writes the brand into an HTML page: the name in its texts, and everything as `<meta>` for its scripts, so that the
 * first paint is right and no inline script is needed.
 */
export function brandPage(html: string, brand: Brand): string {
  if (isUnbranded(brand)) return html;
  const { productName, supportAddress, accentColor } = brand;
  const metas = Object.entries({
    'application-name': productName,
    'support-address': supportAddress,
    'accent-color': accentColor,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`<meta name="${name}" content="${escapeHtml(value)}">`]));
  // Functions, because a replacement text may contain `$`.
  return html
    .replaceAll(STORED_NAME, () => escapeHtml(productName))
    .replace('</head>', () => `${metas.join('\n')}\n</head>`);
}
