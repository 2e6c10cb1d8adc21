// Builds the server into server/dist when its sources have changed since. Runs before `npm start` and `npm run hostler`.
import { buildServer } from './server/build.ts';

await buildServer();
