// What the page's scripts leave for each other.

/** The files of the page that is one file, by their paths. */
declare var treyFiles: Record<string, Uint8Array> | undefined;
/** The engine's file, loaded by js/early.js; null if it did not come. */
declare var treyEngine: Promise<ArrayBuffer | null> | null | undefined;
