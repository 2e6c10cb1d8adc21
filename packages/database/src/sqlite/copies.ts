export { copyFile } from './copy-file.ts';
export { dumpFile } from './dump-file.ts';
export { loadFile, removeFile } from './load-file.ts';
export { bringCopy, examineCopy, replaceByCopy } from './replace-file.ts';
