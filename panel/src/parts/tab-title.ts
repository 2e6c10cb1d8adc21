import { useDocumentTitle } from '@mantine/hooks';
import { brand } from '../theme/brand.ts';

/** Sets the title of the browser tab: that of the page, and the name of the product. */
export function useTabTitle(title: string): void {
  useDocumentTitle(`${title} · ${brand.productName}`);
}
