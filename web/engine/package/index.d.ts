// The types of the package. Those of the answers are made from docs/formats/engine.schema.json by
// tools/protocol-types.mjs.

import type { Answers, ErrorAnswer, Progress } from './answers';

export * from './answers';

/** Thrown where the engine cannot do what a request asks for. */
export class SessionError extends Error {
  answer: ErrorAnswer;
}

export interface Engine {
  /**
   * Sends a request, for instance `new window seed 7`. Resolves to the last line of its answer;
   * `more` is called with those before it.
   */
  request<C extends keyof Answers>(
    line: C | `${C} ${string}`,
    more?: ((answer: Progress[C]) => void) | null,
  ): Promise<Answers[C]>;
  request(line: string, more?: ((answer: any) => void) | null): Promise<any>;
  /** Ends what was asked for so far; each request still gets its last line, with what was found. */
  stop(): void;
  /** Ends the engine; requests that wait are rejected. */
  close(): void;
}

export interface EngineOptions {
  /** Load the network (2.5 MB) that plays best on 4×4; without it the heuristic plays. Default: true. */
  network?: boolean;
  /** Called with how much of the network has come, in bytes; `total` is 0 if it is not known. */
  onLoad?: ((progress: { name: string; loaded: number; total: number }) => void) | null;
}

/** Starts an engine. Resolves once it can be asked. */
export function createEngine(options?: EngineOptions): Promise<Engine>;
