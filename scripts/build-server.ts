// Builds the server into server/dist if its sources have changed. Runs before `npm start` and `npm run hostler`.
import { buildServer } from './server/build.ts';

await buildServer();
