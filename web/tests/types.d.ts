// Global values that the page's scripts share.

/** The files of the one-file page, by their paths. */
declare var treyFiles: Record<string, Uint8Array> | undefined;
/** The engine's file, loaded by js/early.js; null if loading failed. */
declare var treyEngine: Promise<ArrayBuffer | null> | null | undefined;
