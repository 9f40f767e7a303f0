// Made by tools/protocol-types.mjs from docs/formats/engine.schema.json of trey: change that.

/** A move. */
export type Move = 'U' | 'R' | 'D' | 'L';

/** 1s, 2s and 3s left. */
export type Deck = [number, number, number];

/** The new tile. */
export interface Entered {
  cell: number;
  tile: number;
}

/** A number for each move, null where it is illegal. */
export interface Numbers {
  U: number | null;
  R: number | null;
  D: number | null;
  L: number | null;
}

/** An English phrase for each move, null where it is illegal. */
export interface Words {
  U: string | null;
  R: string | null;
  D: string | null;
  L: string | null;
}

/** What a move does before the new tile comes, enough to draw it half made. */
export interface Motion {
  /** For each cell the cell that its tile goes to; -1 for an empty cell. */
  to: number[];
  /** Cells in which a pair merges. */
  merges: number[];
  /** Tiles afterwards. */
  board: number[];
  /** Points. */
  gain: number;
  /** True if the move makes the tile that ends the game. */
  ends: boolean;
  /** Cells that the new tile may take, each equally likely. */
  entries?: number[];
}

/** The motion of each move, null where it is illegal. */
export interface Motions {
  U: Motion | null;
  R: Motion | null;
  D: Motion | null;
  L: Motion | null;
}

/** The move that was made, taken back or made again. */
export interface Did {
  slide: Move;
  undone?: boolean;
  /** For each cell the cell that its tile goes to; -1 for an empty cell. */
  to?: number[];
  /** Cells in which a pair merges. */
  merges?: number[];
  /** Tiles afterwards. */
  board?: number[];
  /** Points. */
  gain?: number;
  /** True if the move makes the tile that ends the game. */
  ends?: boolean;
  entered?: Entered | null;
}

/** What a game played elsewhere waits for. */
export interface Waiting {
  for: 'entered' | 'next';
  cells?: number[];
  tiles?: number[];
  hints?: string[];
}

/** A position of a game. */
export interface Position {
  /** The rule set as text. */
  rules: string;
  rows: number;
  cols: number;
  /** Tiles, row by row; 0 is an empty cell. */
  board: number[];
  /** The same, a hex digit a cell. */
  hex: string;
  /** The hint. */
  next: string;
  /** Tiles that the hint may mean. */
  tiles: number[];
  /** null if it is not known, or if there is none. */
  deck: Deck | null;
  /** Number of decks that are possible. */
  decks: number | null;
  score: number;
  moves: number;
  largest: number;
  undo: number;
  redo: number;
  /** Legal moves: "URL". */
  legal: string;
  /** No move is legal. */
  over: boolean;
  /** The top tile ended the game. */
  won: boolean;
  slides: Motions;
  /** The game is played on another screen. */
  elsewhere?: boolean;
  waiting?: Waiting | null;
}

/** What a move does, counted from the rules. */
export interface Facts {
  merges: number;
  largest_merged: number;
  gain: number;
  empty: number;
  entries: number;
  ready: number;
  was_largest: number;
  largest: number;
  was_chain: number;
  chain: number;
  was_shut_in: number;
  shut_in: number;
  shut_in_largest: number;
  was_corner: boolean;
  is_corner: boolean;
  same_corner: boolean;
  parted: boolean;
  wins: boolean;
  /** Chance that no move is left. */
  over: number;
  /** Chance that one move is left. */
  stuck: number;
}

/** The facts of each move, null where it is illegal. */
export interface FactsByMove {
  U: Facts | null;
  R: Facts | null;
  D: Facts | null;
  L: Facts | null;
}

/** A step of the likely continuation. */
export interface LineStep {
  slide: Move;
  cell?: number | null;
  tile?: number | null;
  next?: string | null;
}

/** How certain the best move is. */
export type Certainty = 'clear' | 'better' | 'about equal' | 'unknown';

/** How certain the best move is over each other one. */
export interface Certainties {
  U: Certainty | null;
  R: Certainty | null;
  D: Certainty | null;
  L: Certainty | null;
}

/** The player that was used. */
export interface Thought {
  /** Its name. */
  player?: string;
  /** Something that its user should know. */
  warning?: string;
}

/** One JSON line of an answer. */
export interface Answer {
  /** The command of the request. */
  re: string | null;
  /** The tag of the request. */
  tag?: string;
  /** Another line of the same answer follows. */
  more?: true;
  /** The request was ended by stop. */
  stopped?: true;
}

/** The last line of a request that cannot be done. */
export interface ErrorAnswer extends Answer {
  error:
    'unknown' | 'usage' | 'value' | 'illegal' | 'contradiction' | 'state' | 'limit' | 'unavailable';
  message?: string;
  /** Number of the line of the request, from 1. */
  line?: number;
}

/** A game begins. */
export interface NewAnswer extends Answer, Position {
  re: 'new';
  seed: number;
  game: number;
}

/** A game that resumes at any position. */
export interface SetAnswer extends Answer, Position {
  re: 'set';
  seed?: number;
  game?: number;
}

/** The position again. */
export interface GameAnswer extends Answer, Position {
  re: 'game';
}

/** A game that was saved. */
export interface LoadAnswer extends Answer, Position {
  re: 'load';
}

/** A game played elsewhere begins. */
export interface FollowAnswer extends Answer, Position {
  re: 'follow';
}

/** A move was made, taken back or made again. */
export interface SlideAnswer extends Answer, Position {
  re: 'slide';
  did?: Did;
}

/** A move was made, taken back or made again. */
export interface UndoAnswer extends Answer, Position {
  re: 'undo';
  did?: Did;
}

/** A move was made, taken back or made again. */
export interface RedoAnswer extends Answer, Position {
  re: 'redo';
  did?: Did;
}

/** A move was made, taken back or made again. */
export interface GotoAnswer extends Answer, Position {
  re: 'goto';
  did?: Did;
}

/** The new tile that came elsewhere. */
export interface EnteredAnswer extends Answer, Position {
  re: 'entered';
  did?: Did;
}

/** The hint that was shown elsewhere. */
export interface NextAnswer extends Answer, Position {
  re: 'next';
  did?: Did;
}

/** A correction. */
export interface PutAnswer extends Answer, Position {
  re: 'put';
  did?: Did;
}

/** A position that is possible; others are errors. */
export interface CheckAnswer extends Answer {
  re: 'check';
  /** The rule set as text. */
  rules: string;
  rows: number;
  cols: number;
  /** Tiles, row by row; 0 is an empty cell. */
  board: number[];
  /** The same, a hex digit a cell. */
  hex: string;
  /** The hint. */
  next: string;
  /** Tiles that the hint may mean. */
  tiles: number[];
  /** null if it is not known, or if there is none. */
  deck: Deck | null;
  /** Number of decks that are possible. */
  decks: number | null;
  score: number;
  moves: number;
  largest: number;
  /** Legal moves: "URL". */
  legal: string;
  /** No move is legal. */
  over: boolean;
  /** All hints that are possible with this board and deck; with `next ?`. */
  hints?: string[];
}

/** A board that was read from text. */
export interface BoardAnswer extends Answer {
  re: 'board';
  rules: string;
  rows: number;
  cols: number;
  board: number[];
  hex: string;
  confirm: boolean;
}

/** The game as a record. */
export interface SaveAnswer extends Answer {
  re: 'save';
  record: string;
}

/** A move that the player made. */
export interface AutoMove extends Answer, Position {
  re: 'auto';
  did: Did;
  value: number;
}

/** The moves that the player made. */
export interface AutoAnswer extends Answer, Position, Thought {
  re: 'auto';
  made: number;
}

/** The values of all moves after a complete depth. */
export interface SearchValues {
  depth?: number;
  minprob?: number;
  nodes?: number;
  ms?: number;
  values?: Numbers;
  best?: Move | null;
  exact?: boolean;
  points?: boolean;
  certainty?: Certainty | null;
  certainty_over?: Certainties;
  only_move?: boolean;
  to_come?: number | null;
  behind_percent?: Numbers | null;
}

/** The facts of all moves, before the search. */
export interface AdviceFacts extends Answer {
  re: 'advice';
  facts: FactsByMove;
  words: Words;
  /** Number of decks that the values are the mean of; 0 if none explains the board. */
  decks?: number;
  /** Hints that the values are the mean of. */
  hints?: string[];
}

/** The values so far. */
export interface AdviceProgress extends Answer, SearchValues {
  re: 'advice';
}

/** The values at the end. */
export interface AdviceAnswer extends Answer, SearchValues, Thought {
  re: 'advice';
  facts?: FactsByMove;
  words?: Words;
  line?: LineStep[];
  /** Number of decks that the values are the mean of; 0 if none explains the board. */
  decks?: number;
  /** Hints that the values are the mean of. */
  hints?: string[];
}

/** How likely the next milestones are. */
export interface OddsAnswer extends Answer, Thought, GamesResult {
  re: 'odds';
  games: number;
  seed: number;
  /** The move with the highest mean, of several that were compared. */
  best?: Move | null;
  by_move?: GamesByMove;
  certainty?: Certainty | null;
  certainty_over?: Certainties;
  to_come?: number | null;
}

/** Number of moves with each mark. */
export interface ReviewMarks {
  '?!': number;
  '?': number;
  '??': number;
}

/** The size of the game. */
export interface ReviewStart extends Answer {
  re: 'review';
  slides: number;
  points: boolean;
}

/** A move that was evaluated. */
export interface ReviewMove extends Answer {
  re: 'review';
  slide: number;
  played: Move;
  best: Move;
  values: Numbers;
  score: number;
  loss: number;
  mark: '' | '?!' | '?' | '??';
  forced: boolean;
  done: number;
  facts?: FactsByMove;
  words?: Words;
}

/** The whole game. */
export interface ReviewAnswer extends Answer, Thought {
  re: 'review';
  slides: number;
  done: number;
  points: boolean;
  accuracy: number | null;
  loss: number | null;
  marks: ReviewMarks;
  worst: number[];
}

/** A move, and the position before it. */
export interface StepsMove extends Answer {
  re: 'steps';
  slide: number;
  did: Did;
  rules: string;
  rows: number;
  cols: number;
  board: number[];
  hex: string;
  next: string;
  tiles: number[];
  deck: Deck | null;
  decks: number | null;
  score: number;
  moves: number;
  largest: number;
}

/** The position at the end. */
export interface StepsAnswer extends Answer {
  re: 'steps';
  slides: number;
  rules: string;
  rows: number;
  cols: number;
  board: number[];
  hex: string;
  next: string;
  tiles: number[];
  deck: Deck | null;
  decks: number | null;
  score: number;
  moves: number;
  largest: number;
}

/** A list of known tiles that was read. */
export interface SequenceAnswer extends Answer {
  re: 'sequence';
  board: number[];
  tiles: number;
  list: number[];
  score: number;
  bound: number;
  longest: number;
}

/** A plan so far. */
export interface PlanProgress extends Answer {
  re: 'plan';
  pass: number;
  width: number;
  move: number;
  longest: number;
  best: number;
  bound: number;
  seconds: number;
}

/** The plan. */
export interface PlanAnswer extends Answer {
  re: 'plan';
  moves: string;
  score: number;
  bound: number;
  longest: number;
  proof: 'none' | 'bound' | 'regressed' | 'exhausted';
  width: number;
  positions: number;
  seconds: number;
  limit?: 'time' | 'memory' | 'width';
}

/** The judgement of some moves. */
export interface JudgeSums {
  score: number;
  moves: number;
  given: number;
  end: 'illegal' | 'no_slide' | 'moves_used_up' | 'tiles_used_up';
  words: string;
  largest: number;
  board: number[];
}

/** The judgement of some moves. */
export interface JudgeAnswer extends Answer, JudgeSums {
  re: 'judge';
}

/** One of the moves. */
export interface ReplayMove extends Answer {
  re: 'replay';
  move: number;
  slide: Move;
  to: number[];
  merges: number[];
  entered: Entered | null;
  board: number[];
  score: number;
  next: number | null;
}

/** The judgement of all of them. */
export interface ReplayAnswer extends Answer, JudgeSums {
  re: 'replay';
}

/** The progress of solving. */
export interface SolveProgress extends Answer {
  re: 'solve';
  done: number;
  seconds: number;
}

/** A solved game. */
export interface SolveAnswer extends Answer {
  re: 'solve';
  rules: string;
  boards: number;
  states: number;
  root: number;
  all: boolean;
  bytes: number;
  seconds: number;
}

/** The exact value of a move. */
export interface ExactValue {
  min: number;
  mean: number;
  max: number;
}

/** The exact value of each move, null where it is illegal. */
export interface ExactValues {
  U: ExactValue | null;
  R: ExactValue | null;
  D: ExactValue | null;
  L: ExactValue | null;
}

/** The exact values of the position. */
export interface ExactAnswer extends Answer {
  re: 'exact';
  values: ExactValues | null;
  best: Move | null;
  all: boolean;
}

/** A game that the engine was given solved. */
export interface Table {
  rules: string;
  kind: 'whole' | 'checkpoint' | 'play';
  all: boolean;
  boards: number;
  states: number;
  root: number;
  bytes: number;
}

/** The games that the engine was given solved. */
export interface TablesAnswer extends Answer {
  re: 'tables';
  tables: Table[];
}

/** A move in a grid. */
export interface GridMove {
  to: number[];
  merges: number[];
  board: number[];
  pairs: number;
  wins: boolean;
  largest: number;
  corner: number;
  smoothness: number;
}

/** Each move in a grid, null where it is illegal. */
export interface GridMoves {
  U: GridMove | null;
  R: GridMove | null;
  D: GridMove | null;
  L: GridMove | null;
}

/** Moves that each way of choosing prefers. */
export interface GridHints {
  merges: string;
  value: string;
  corner: string;
  smooth: string;
}

/** A grid that was analysed. */
export interface GridAnswer extends Answer {
  re: 'grid';
  state: 'open' | 'won' | 'lost';
  slides: GridMoves;
  hints: GridHints;
}

/** About the engine. */
export interface HelloAnswer extends Answer {
  re: 'hello';
  name: string;
  version: string;
  protocol: number;
  commands: string[];
  rules: string[];
  fields: { [name: string]: string };
  players: string[];
  files: boolean;
  threads: number;
  table_mib: number;
  movetime: number;
}

/** What the games after a position or a move came to. */
export interface GamesResult {
  /** Share of the games that reached a tile. */
  reach?: { [name: string]: number };
  /** 95 % interval of each share. */
  interval?: { [name: string]: [number, number] };
  mean?: number | null;
  /** 95 % interval of the mean final score. */
  mean_interval?: [number, number] | null;
  moves?: number | null;
}

/** The games after one of several moves, compared with those after the best. */
export interface MoveGames extends GamesResult {
  /** Paired differences of the score to the best move: mean and 95 % interval. */
  behind?: [number, number, number] | null;
  /** The same for the share of each tile. */
  reach_behind?: { [name: string]: [number, number, number] };
}

/** The games after each move; null for a move that was not compared. */
export interface GamesByMove {
  U: MoveGames | null;
  R: MoveGames | null;
  D: MoveGames | null;
  L: MoveGames | null;
}

/** The position that a picture shows, or why there is none. */
export interface PictureAnswer extends Answer {
  re: 'picture';
  game: 'threes' | '2048' | 'unknown';
  /** Why there is no position. */
  problem?: 'no_board' | 'not_settled' | 'unreadable';
  words?: string;
  /** Tiles, row by row; null for a cell that cannot be read. */
  board?: (number | null)[];
  confidence?: number[];
  /** The lowest confidence of all cells. */
  overall?: number;
  corners?: [number, number][];
  rules?: string;
  hex?: string;
  next?: string;
  /** A white card without a number. */
  blank?: boolean;
  next_confidence?: number;
}

/** Pixels were passed. */
export interface PixelsAnswer extends Answer {
  re: 'pixels';
  bytes: number;
}

/** A move between two positions that were seen. */
export interface SeenMove {
  slide: Move;
  cell: number;
  tile: number;
  next: string;
}

/** A position of a game that is played elsewhere. */
export interface SeenAnswer extends Answer, Position {
  re: 'seen';
  found: 'first' | 'same' | 'one' | 'two' | 'nothing' | 'ambiguous';
  made: SeenMove[];
}

/** A record that was read; the position at its end. */
export interface RecordAnswer extends Answer {
  re: 'record';
  /** The rule set as text. */
  rules?: string;
  rows?: number;
  cols?: number;
  /** Tiles, row by row; 0 is an empty cell. */
  board?: number[];
  /** The same, a hex digit a cell. */
  hex?: string;
  /** The hint. */
  next?: string;
  /** Tiles that the hint may mean. */
  tiles?: number[];
  /** null if it is not known, or if there is none. */
  deck?: Deck | null;
  /** Number of decks that are possible. */
  decks?: number | null;
  score?: number;
  moves?: number;
  largest?: number;
  /** Legal moves: "URL". */
  legal?: string;
  /** No move is legal. */
  over?: boolean;
  /** Number of moves of the record. */
  slides?: number;
}

/** The last line of the answer to each command. */
export interface Answers {
  new: NewAnswer;
  set: SetAnswer;
  game: GameAnswer;
  load: LoadAnswer;
  follow: FollowAnswer;
  slide: SlideAnswer;
  undo: UndoAnswer;
  redo: RedoAnswer;
  goto: GotoAnswer;
  entered: EnteredAnswer;
  next: NextAnswer;
  put: PutAnswer;
  check: CheckAnswer;
  board: BoardAnswer;
  save: SaveAnswer;
  auto: AutoAnswer;
  advice: AdviceAnswer;
  odds: OddsAnswer;
  review: ReviewAnswer;
  steps: StepsAnswer;
  sequence: SequenceAnswer;
  plan: PlanAnswer;
  judge: JudgeAnswer;
  replay: ReplayAnswer;
  solve: SolveAnswer;
  exact: ExactAnswer;
  tables: TablesAnswer;
  grid: GridAnswer;
  hello: HelloAnswer;
  picture: PictureAnswer;
  pixels: PixelsAnswer;
  seen: SeenAnswer;
  record: RecordAnswer;
}

/** The lines before the last, which have `more`. */
export interface Progress {
  new: Partial<NewAnswer>;
  set: Partial<SetAnswer>;
  game: Partial<GameAnswer>;
  load: Partial<LoadAnswer>;
  follow: Partial<FollowAnswer>;
  slide: Partial<SlideAnswer>;
  undo: Partial<UndoAnswer>;
  redo: Partial<RedoAnswer>;
  goto: Partial<GotoAnswer>;
  entered: Partial<EnteredAnswer>;
  next: Partial<NextAnswer>;
  put: Partial<PutAnswer>;
  check: Partial<CheckAnswer>;
  board: Partial<BoardAnswer>;
  save: Partial<SaveAnswer>;
  auto: AutoMove | Partial<AutoAnswer>;
  advice: AdviceFacts | AdviceProgress | Partial<AdviceAnswer>;
  odds: Partial<OddsAnswer>;
  review: ReviewStart | ReviewMove | Partial<ReviewAnswer>;
  steps: StepsMove | Partial<StepsAnswer>;
  sequence: Partial<SequenceAnswer>;
  plan: PlanProgress | Partial<PlanAnswer>;
  judge: Partial<JudgeAnswer>;
  replay: ReplayMove | Partial<ReplayAnswer>;
  solve: SolveProgress | Partial<SolveAnswer>;
  exact: Partial<ExactAnswer>;
  tables: Partial<TablesAnswer>;
  grid: Partial<GridAnswer>;
  hello: Partial<HelloAnswer>;
  picture: Partial<PictureAnswer>;
  pixels: Partial<PixelsAnswer>;
  seen: Partial<SeenAnswer>;
  record: Partial<RecordAnswer>;
}

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
