import { fileURLToPath } from 'node:url';
import { makeConfig } from '@lingui/conf';
import config from '../lingui.config.ts';

/** Folder of the panel. */
export const PANEL = fileURLToPath(new URL('..', import.meta.url));

export const linguiConfig = makeConfig({ ...config, rootDir: PANEL }, { skipValidation: true });
