export { copyFile } from './copy-file.ts';
export { bringCopy, replaceByCopy } from './replace-file.ts';
