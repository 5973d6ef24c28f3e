import process from 'node:process';
import { pathToFileURL } from 'node:url';

/** `npm start`: builds the app and the server if needed, then serves. */

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `VFP needs Node 24, this is ${process.version}. Run it through npm (npm start), which brings its own Node; ` +
      'if it does not, install with: npm ci (without --ignore-scripts and --omit=optional).',
  );
  process.exit(1);
}

const { buildWhereNeeded, serverToStart } = await import('./build-where-needed.ts');
buildWhereNeeded();

await import(pathToFileURL(serverToStart()).href);
