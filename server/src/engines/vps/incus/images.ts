import type { VpsImage, VpsImageReport } from '../driver.ts';
import type { Context } from './context.ts';
import { readImageServer } from './image-server.ts';
import { findProject } from './project.ts';
import type { Image } from './wire.ts';

/** Compares wanted images with those of the engine and, for the others, with those of its image server. */
export async function compareImages(
  context: Context,
  wanted: readonly VpsImage[],
  signal?: AbortSignal,
): Promise<VpsImageReport> {
  const available = await listImages(context, signal);
  const absent = wanted.filter(({ image, kind }) => !available.some((one) => one.image === image && one.kind === kind));
  // An alias of the engine takes precedence over one of the image server, even if it is of the wrong kind.
  const isKnown = ({ image }: VpsImage) => available.some((one) => one.image === image);
  if (context.imageServer === undefined || absent.every(isKnown)) return { missing: absent, available };
  const fetchable = await readImageServer(context.imageServer, signal);
  return { missing: absent.filter((one) => isKnown(one) || fetchable?.has(one.image) === false), available };
}

async function listImages(context: Context, signal?: AbortSignal): Promise<VpsImage[]> {
  // Before our project exists, its images are those of the default one.
  const project = (await findProject(context, signal)) ? context.project : 'default';
  const query = { recursion: '1' };
  const { metadata } = await context.client.call<Image[]>('GET', '/1.0/images', { project, query, signal });
  return metadata
    .flatMap(({ type, aliases }): VpsImage[] =>
      (aliases ?? []).map(({ name }) => ({
        image: name,
        kind: type === 'virtual-machine' ? 'virtual-machine' : 'container',
      })),
    )
    .sort((a, b) => (a.image < b.image ? -1 : 1));
}
