/**
 * Import it before Dexie. It removes BroadcastChannel, over which Dexie would report every write although nothing
 * listens, and the stack traces that Node creates for every aborted signal.
 */
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
Error.stackTraceLimit = 0;
