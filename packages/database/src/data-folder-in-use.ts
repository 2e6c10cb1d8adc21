/** Another process uses the data folder in a way that conflicts with the operation. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}
