/** One JSON line of an answer; docs/formats/engine.md of trey says what is in it. */
export interface Answer {
  re: string;
  tag?: string;
  more?: boolean;
  stopped?: boolean;
  [member: string]: unknown;
}

/** What a request is rejected with that the engine cannot do. */
export class SessionError extends Error {
  answer: Answer & { error: string; message?: string; line?: number };
}

export interface Engine {
  /** A request, for instance `new window seed 7`. Resolves to the last line of its answer; `more` is told those before it. */
  request(line: string, more?: ((answer: Answer) => void) | null): Promise<Answer>;
  /** Ends what was asked for so far; each request still gets its last line, with what was found. */
  stop(): void;
  /** Ends the engine; requests that wait are rejected. */
  close(): void;
}

export interface EngineOptions {
  /** Load the network (2.5 MB) that plays best on 4×4; without it a hand-made evaluation plays. Default: true. */
  network?: boolean;
  /** Told how much of the network has come, in bytes; `total` is 0 if it is not known. */
  onLoad?: ((progress: { name: string; loaded: number; total: number }) => void) | null;
}

export function createEngine(options?: EngineOptions): Promise<Engine>;
