/** Roles of staff: `owner` may do everything, the others handle tickets, money or servers. */
export const STAFF_ROLES = ['owner', 'support', 'billing', 'technician'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
