/** Loaded before each server of the bench, in its process. */

// The bench may be killed: its servers end with it.
process.once('disconnect', () => process.exit());

process.on('message', (asked) => {
  if (asked !== 'memory') return;
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ keptKb: (heapUsed + external) / 1024 });
});
