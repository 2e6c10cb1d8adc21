export const texts = {
  title: 'Price changes',
  description: 'Price rises that were announced to subscribers. They take effect when each subscription renews.',
  notices: 'Subscriptions',
  from: 'From',
  empty: 'No price rise was announced. Owners announce one from the menu of a plan.',
} as const;
