import type { Brand, FooterLink } from '#kernel/brand.ts';
import { UNBRANDED } from '#kernel/brand.ts';
import { readMailAddress } from '#kernel/mail/address.ts';
import { ConfigError, type Settings } from './readers.ts';
import { readTimeZone } from './time-zone.ts';

/** The look of the product for customers. */
export type BrandSettings = Brand;

const LONGEST_NAME = 60;
const MOST_LINKS = 6;
const LONGEST_LABEL = 40;
/** WCAG 2.2, 1.4.3: white text on a button of this colour, and links of this colour on white. */
const MIN_CONTRAST = 4.5;

export function readBrand(settings: Settings): BrandSettings {
  return {
    productName: readName(settings.text('HOSTLER_PRODUCT_NAME')) ?? UNBRANDED.productName,
    supportAddress: readSupportAddress(settings.text('HOSTLER_SUPPORT_ADDRESS')),
    accentColor: readColor(settings.text('HOSTLER_ACCENT_COLOR')),
    footerLinks: readLinks(settings.text('HOSTLER_FOOTER_LINKS')),
    sellerTimeZone: readTimeZone(settings),
    // Owners upload them; they are not in the environment.
    images: {},
  };
}

function readName(name: string | undefined): string | undefined {
  if (name === undefined || (name.length <= LONGEST_NAME && !/[<>"\p{Cc}\p{Cf}]/u.test(name))) return name;
  throw new ConfigError(
    `HOSTLER_PRODUCT_NAME must be one line of at most ${LONGEST_NAME} characters without quotes and angle brackets.`,
  );
}

function readSupportAddress(address: string | undefined): string | undefined {
  if (address === undefined || /^https?:\/\/\S+$/.test(address) || readMailAddress(address) !== undefined)
    return address;
  throw new ConfigError(
    `HOSTLER_SUPPORT_ADDRESS is ${JSON.stringify(address)}; it must be an e-mail address, or a URL that begins with https://.`,
  );
}

/** Reads `Status https://status.example.com, Help centre https://help.example.com`. */
function readLinks(text: string | undefined): FooterLink[] {
  if (text === undefined) return [];
  const parts = text.split(/,\s+/);
  if (parts.length > MOST_LINKS) {
    throw new ConfigError(`HOSTLER_FOOTER_LINKS must have at most ${MOST_LINKS} links; it has ${parts.length}.`);
  }
  return parts.map((part) => {
    const [, label = '', url = ''] = /^(.*\S)\s+(\S+)$/.exec(part.trim()) ?? [];
    const isUrl = /^https?:\/\/\S+$/.test(url) && URL.canParse(url);
    if (isUrl && label.length <= LONGEST_LABEL && !/[<>"\p{Cc}\p{Cf}]/u.test(label)) return { label, url };
    throw new ConfigError(
      `HOSTLER_FOOTER_LINKS has ${JSON.stringify(part)}; each link must be a label of at most ${LONGEST_LABEL} characters and a URL, like: Status https://status.example.com, Help https://help.example.com.`,
    );
  });
}

function readColor(color: string | undefined): string | undefined {
  if (color === undefined) return undefined;
  if (!/^#[0-9a-f]{6}$/i.test(color)) {
    throw new ConfigError(`HOSTLER_ACCENT_COLOR is ${JSON.stringify(color)}; it must be a colour like #1a6b54.`);
  }
  const contrast = contrastWithWhite(color);
  if (contrast >= MIN_CONTRAST) return color.toLowerCase();
  throw new ConfigError(
    `HOSTLER_ACCENT_COLOR is ${color}, which has a contrast of ${contrast.toFixed(1)} with white; it must have at least ${MIN_CONTRAST}. Choose a darker colour, like ${darken(color)}.`,
  );
}

/** Returns the contrast ratio with white, 1 to 21 (WCAG 2.2). */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Returns the same hue, as dark as it must be. */
function darken(color: string): string {
  for (let share = 0.98; share > 0; share -= 0.02) {
    const darker = `#${channelsOf(color)
      .map((value) =>
        Math.floor(value * share)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (contrastWithWhite(darker) >= MIN_CONTRAST) return darker;
  }
  return '#000000';
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
