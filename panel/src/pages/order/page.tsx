import { getRouteApi } from '@tanstack/react-router';
import { CustomerOrder } from './customer-order.tsx';
import { StrangerOrder } from './stranger-order.tsx';

const route = getRouteApi('/shop');

/** Ordering, for everybody: who is signed in goes on to the server and the payment, a stranger first makes an account. */
export function OrderPage() {
  const { isSignedIn } = route.useRouteContext();
  return isSignedIn ? <CustomerOrder /> : <StrangerOrder />;
}
