/** Default seller of the demo: an invoice without a seller is invalid. */
export const DEMO_SHOP = {
  HOSTLER_SELLER_NAME: 'Hostler Demo Hosting',
  HOSTLER_SELLER_STREET: 'Musterstraße 1',
  HOSTLER_SELLER_POSTAL_CODE: '10115',
  HOSTLER_SELLER_CITY: 'Berlin',
  HOSTLER_SELLER_COUNTRY: 'DE',
  HOSTLER_SELLER_VAT_ID: 'DE123456789',
  HOSTLER_SELLER_EMAIL: 'billing@hostler.example',
  HOSTLER_SELLER_IBAN: 'DE89370400440532013000',
  HOSTLER_SELLER_BIC: 'COBADEFFXXX',
  HOSTLER_TERMS_VERSION: '2026-11',
  HOSTLER_LINK_IMPRINT: 'https://hostler.example/imprint',
  HOSTLER_LINK_TERMS: 'https://hostler.example/terms',
  HOSTLER_LINK_PRIVACY: 'https://hostler.example/privacy',
  HOSTLER_LINK_ABUSE: 'https://hostler.example/abuse',
};
