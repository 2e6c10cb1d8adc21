export const BRAND_IMAGE_KINDS = ['logo', 'logo_dark', 'favicon'] as const;
export type BrandImageKind = (typeof BRAND_IMAGE_KINDS)[number];

/** A checked PNG image. */
export interface BrandImage {
  /** Hash of the content, so that browsers may keep it. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  /** The PNG file as base64. */
  readonly content: string;
}

export interface FooterLink {
  readonly label: string;
  readonly url: string;
}

/** The company's presentation of the product. */
export interface Brand {
  readonly productName: string;
  /** E-mail address or web page where customers get help. */
  readonly supportAddress: string | undefined;
  /** Colour of buttons and links, as `#1a2b3c`. Undefined for the colour of the panel. */
  readonly accentColor: string | undefined;
  /** Links below pages and mails. */
  readonly footerLinks: readonly FooterLink[];
  /** Time zone of days in the books. Pages show dates of money in it. */
  readonly sellerTimeZone: string;
  readonly images: Readonly<Partial<Record<BrandImageKind, BrandImage>>>;
}

/** Name and appearance without settings. */
export const UNBRANDED: Brand = {
  productName: 'Hostler',
  supportAddress: undefined,
  accentColor: undefined,
  footerLinks: [],
  sellerTimeZone: 'UTC',
  images: {},
};

/** Returns the address of an image. It changes with the content. */
export function addressOfImage(kind: BrandImageKind, { hash }: BrandImage): string {
  return `${pathOfImage(kind)}?v=${hash}`;
}

export function pathOfImage(kind: BrandImageKind): string {
  return `/brand/${kind.replace('_', '-')}.png`;
}
