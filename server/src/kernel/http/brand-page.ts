import { addressOfImage, type Brand, UNBRANDED } from '../brand.ts';
import { escapeHtml } from '../html.ts';

/** Returns true if the stored pages fit as they are. */
export function isUnbranded(brand: Brand): boolean {
  const { productName, supportAddress, accentColor, footerLinks, sellerTimeZone, images } = brand;
  return (
    productName === UNBRANDED.productName &&
    supportAddress === undefined &&
    accentColor === undefined &&
    footerLinks.length === 0 &&
    sellerTimeZone === UNBRANDED.sellerTimeZone &&
    Object.keys(images).length === 0
  );
}

/**
 * Writes the brand into an HTML page: the name in its texts, its icon and logo, and everything as `<meta>` for its
 * scripts, so that the first paint is right and no inline script is needed.
 */
export function brandPage(html: string, brand: Brand): string {
  if (isUnbranded(brand)) return html;
  const { productName, supportAddress, accentColor, footerLinks, sellerTimeZone, images } = brand;
  const { logo, logo_dark: logoDark, favicon } = images;
  const metas = Object.entries({
    'application-name': productName,
    'support-address': supportAddress,
    'accent-color': accentColor,
    'footer-links': footerLinks.length > 0 ? JSON.stringify(footerLinks) : undefined,
    'seller-time-zone': sellerTimeZone === UNBRANDED.sellerTimeZone ? undefined : sellerTimeZone,
    'brand-logo': logo && addressOfImage('logo', logo),
    'brand-logo-dark': logoDark && addressOfImage('logo_dark', logoDark),
    'brand-favicon': favicon && addressOfImage('favicon', favicon),
  }).flatMap(([name, value]) => (value === undefined ? [] : [`<meta name="${name}" content="${escapeHtml(value)}">`]));
  // The buttons of the API reference; the panel computes its colours from the <meta>.
  const styles = accentColor === undefined ? [] : [`<style>:root { --accent: ${accentColor} !important }</style>`];
  // Functions, because a replacement text may contain `$`.
  return withLogo(withIcon(html, brand), brand)
    .replaceAll(UNBRANDED.productName, () => escapeHtml(productName))
    .replace('</head>', () => `${[...metas, ...styles].join('\n')}\n</head>`);
}

function withIcon(html: string, { images: { favicon } }: Brand): string {
  if (!favicon) return html;
  return html.replace(
    /<link rel="icon"[^<>]*>/,
    `<link rel="icon" href="${addressOfImage('favicon', favicon)}" type="image/png">`,
  );
}

/** Replaces icon and name in the bar of the API reference. The panel draws its logo itself. */
function withLogo(html: string, { productName, images: { logo, logo_dark: dark } }: Brand): string {
  if (!logo) return html;
  const source = dark
    ? `<source srcset="${addressOfImage('logo_dark', dark)}" media="(prefers-color-scheme: dark)">`
    : '';
  const image = `<img class="bar-logo" src="${addressOfImage('logo', logo)}" alt="${escapeHtml(productName)}" height="24">`;
  return html.replace(/<img src="\/docs\/icon\.svg"[^<>]*> Hostler/, () => `<picture>${source}${image}</picture>`);
}

/**
 * Returns the icon of a company without its own: the first letter of its name on the accent colour. Undefined if the
 * icon of the panel fits.
 */
export function drawIcon({ productName, accentColor = '#3450c4' }: Brand): string | undefined {
  if (productName === UNBRANDED.productName) return undefined;
  const letter = new Intl.Segmenter().segment(productName)[Symbol.iterator]().next().value?.segment ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Icon</title>
  <rect width="32" height="32" rx="8" fill="${accentColor}" />
  <text x="16" y="23" fill="#fff" font-family="system-ui, sans-serif" font-size="20" font-weight="700" text-anchor="middle">${escapeHtml(letter.toUpperCase())}</text>
</svg>
`;
}
