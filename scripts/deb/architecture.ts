/** Architectures of Debian, by the name that npm packages use. */
export const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' } as const;

export type Architecture = keyof typeof ARCHITECTURES;
