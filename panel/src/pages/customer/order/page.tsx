import { getRouteApi } from '@tanstack/react-router';
import { CustomerOrder } from './customer-order.tsx';
import { StrangerOrder } from './stranger-order.tsx';

const route = getRouteApi('/shop');

/** Order page: customers continue with server and payment, visitors first create an account. */
export function OrderPage() {
  const { isSignedIn } = route.useRouteContext();
  return isSignedIn ? <CustomerOrder /> : <StrangerOrder />;
}
