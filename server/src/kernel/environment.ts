/** Where a write takes effect: for real, or in the sandbox. */
export type Environment = 'live' | 'test';
