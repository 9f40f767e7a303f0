// The types of the package. Those of the answers are made from docs/formats/engine.schema.json by
// tools/protocol-types.mjs.

import type { Answers, ErrorAnswer, Progress } from './answers.js';

export type * from './answers.js';

/** Thrown if the engine cannot do what a request asks for. */
export class SessionError extends Error {
  answer: ErrorAnswer;
}

export interface EngineOptions {
  /**
   * Load the small network (2.5 MB) for Threes! on 4×4 boards; without it the heuristic plays.
   * Default: true.
   */
  network?: boolean;
  /** Called with how much of the network is loaded, in bytes. */
  onLoad?: ((progress: { name: string; loaded: number; total: number }) => void) | null;
}

/** An engine in a worker, with its own session: one game, one sequence, one solved board. */
export class Engine {
  private constructor();

  /** Starts an engine. Resolves once it can be asked. */
  static create(options?: EngineOptions): Promise<Engine>;

  /**
   * Sends a request, for instance `new window seed 7`. Resolves to the last line of its answer;
   * `more` is called with those before it. Rejects with a SessionError if the request cannot be
   * done.
   */
  request<C extends keyof Answers>(
    line: C | `${C} ${string}`,
    more?: ((answer: Progress[C]) => void) | null,
  ): Promise<Answers[C]>;

  /** Stops all requests; each still gets its last line, with what was found. */
  stop(): void;

  /** Ends the engine; requests that wait are rejected. */
  close(): void;
}

/** The same as Engine.create. */
export function createEngine(options?: EngineOptions): Promise<Engine>;
