import { notFound } from '@tanstack/react-router';

/** Shows "Page not found" if the id in an address is not a number, without a request. For `beforeLoad` of a route. */
export function requireRecordId({ params: { id } }: { params: { id: string } }): void {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
}
