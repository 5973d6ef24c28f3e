import process from 'node:process';

/** `npm start`: builds the app if needed, then serves it. */

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `VFP needs Node 24, this is ${process.version}. Run it through npm (npm start), which brings its own Node; ` +
      'if it does not, install with: npm ci (without --ignore-scripts and --omit=optional).',
  );
  process.exit(1);
}

const { buildWhereNeeded } = await import('./build-where-needed.ts');
buildWhereNeeded();

await import('../server/main.ts');
