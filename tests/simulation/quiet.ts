/**
 * Imported before Dexie: between processes it would tell of every write, which nobody here listens to, and Node makes a
 * stack trace for every signal that is aborted, which nobody reads.
 */
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
Error.stackTraceLimit = 0;
