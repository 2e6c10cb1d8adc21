import { open } from 'node:fs/promises';

/** What is in the file, or which names are in the folder, outlasts a power cut from here on. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
