/** Content of a simulated machine that commands can see. */
export interface Inside {
  /** By absolute path; a folder exists if it was created or contains something. */
  files: Record<string, InsideFile>;
  packages: string[];
  services: Record<string, InsideService>;
  users: string[];
  /** Boot that the service states belong to. */
  bootedAt: number;
}

export interface InsideFile {
  /** Base64; null for a folder. */
  content: string | null;
  mode: string;
}

export interface InsideService {
  isActive: boolean;
  isEnabled: boolean;
}

/** Limits of a simulated disk: above what a recipe writes. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 2_000;

export function bootInside(inside: Inside | undefined, bootedAt: number): Inside {
  if (!inside) return { files: {}, packages: [], services: {}, users: [], bootedAt };
  if (inside.bootedAt === bootedAt) return inside;
  const services = Object.entries(inside.services).map(([name, { isEnabled }]) => [
    name,
    { isEnabled, isActive: isEnabled },
  ]);
  return { ...inside, services: Object.fromEntries(services), bootedAt };
}

export function isFolder({ files }: Inside, path: string): boolean {
  if (path === '/' || ROOT_FOLDERS.test(path) || files[path]?.content === null) return true;
  return Object.keys(files).some((one) => one.startsWith(`${path}/`));
}

export function exists(inside: Inside, path: string): boolean {
  return inside.files[path] !== undefined || isFolder(inside, path);
}

/** Returns undefined if there is no such file. */
export function readInside({ files }: Inside, path: string): Buffer | undefined {
  const file = files[path];
  return file?.content == null ? undefined : Buffer.from(file.content, 'base64');
}

/** Returns whether there was enough space. */
export function writeInside(inside: Inside, path: string, content: Buffer | null, mode?: string): boolean {
  const { files } = inside;
  const encoded = content?.toString('base64') ?? null;
  const others = Object.entries(files).reduce(
    (sum, [at, one]) => sum + (at === path ? 0 : (one.content?.length ?? 0)),
    0,
  );
  if (others + (encoded?.length ?? 0) > MOST_BYTES || Object.keys(files).length >= MOST_FILES) return false;
  files[path] = { content: encoded, mode: mode ?? files[path]?.mode ?? (content ? '644' : '755') };
  return true;
}

/** Removes a path and everything below. */
export function removeInside({ files }: Inside, path: string): void {
  for (const one of Object.keys(files)) if (one === path || one.startsWith(`${path}/`)) delete files[one];
}

const ROOT_FOLDERS =
  /^\/(bin|boot|dev|etc|home|lib|media|mnt|opt|proc|root|run|run\/systemd|run\/systemd\/system|sbin|srv|sys|tmp|usr|usr\/local|usr\/local\/bin|var|var\/lib|var\/www|var\/log|etc\/apt|etc\/ssh|etc\/ssh\/sshd_config\.d|etc\/systemd|etc\/systemd\/system|usr\/share|usr\/share\/keyrings|etc\/apt\/keyrings|etc\/apt\/sources\.list\.d|usr\/bin|usr\/sbin)$/;
