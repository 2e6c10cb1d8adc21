/** Somebody else is at the data, in a way that does not allow for what is wanted. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}
