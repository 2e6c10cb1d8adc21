/** The company's presentation of the product. The server writes it into the page as `<meta>`. */
export const brand = {
  productName: readMeta('application-name') ?? 'Hostler',
  /** E-mail address or web page where customers get help. */
  supportAddress: readMeta('support-address'),
  /** The server checked that white text is readable on it. */
  accentColour: readMeta('accent-color'),
};

/** Unit tests have no document. */
function readMeta(name: string): string | undefined {
  const element = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return element?.content || undefined;
}
