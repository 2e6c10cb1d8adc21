/** What people of the hosting company do: everything; tickets; money; servers. */
export const STAFF_ROLES = ['owner', 'support', 'billing', 'technician'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
