// Written by `BOYI_UPDATE=1 cargo test -p boyi-web --test typescript` from the Rust types. Do not edit.

/** Something that looks like an attack or like copying. */
export type AlarmView = {
  kind: string
  what: Localized
}

/** What classmates are to see. */
export type AliasRequest = {
  alias: string
}

/** A position whose best moves are wanted. */
export type AnalyseRequest = {
  line: PositionSpec
  lines?: number
  player: string | null
  seconds?: number
  side: SideName | null
  tag: number
}

/** Messages to the page; `tag` is that of the request. */
export type AnalysisEvent = AnalysisUpdate & {
  tag: number
} & {
  kind: "thought"
} | ReviewedPosition & {
  tag: number
} & {
  kind: "reviewed"
} | {
  ahead: number
  kind: "waiting"
  tag: number
} | {
  kind: "summary"
  sides: [SideSummary, SideSummary]
  tag: number
} | {
  kind: "done"
  tag: number
} | {
  kind: "failed"
  message: Localized
  tag: number
}

/** One of the best moves and what follows. */
export type AnalysisLine = {
  depth: number
  first: LegalChoice | null
  moves: MoveText[]
  worth: Evaluation
}

/** Messages from the page. */
export type AnalysisRequest = AnalyseRequest & {
  kind: "analyse"
} | ReviewRequest & {
  kind: "review"
} | {
  kind: "stop"
}

/** What an engine thinks of a position. */
export type AnalysisUpdate = {
  best: LegalChoice | null
  depth: number
  lines: AnalysisLine[]
  nodes: number
  seconds: number
}

/** A board put together by hand. */
export type Arrangement = {
  board: Board
  game: string
  turn: SideName
}

/** One thing that is asked. */
export type AskedQuestion = {
  hint: Localized | null
  kind: string
  name: string
  points: number
  title: Localized
}

/** A game that was begun. */
export type BegunGame = GameState & {
  invitations: [string, string] | null
}

/** A board of rows and columns, cells counted from the top left. */
export type Board = {
  col_names: string[]
  cols: number
  crossings: boolean
  ground: string | null
  last: number[]
  marks: CellMark[]
  notes: Localized[]
  pieces: PlacedPiece[]
  points: [number, number] | null
  row_names: string[]
  rows: number
  worth: number[] | null
}

export type BotFinding = {
  advice: Localized | null
  passed: boolean
  what: Localized
}

/** What a bot wrote lately. */
export type BotLog = {
  games: BotLogGame[]
}

/** What a bot wrote in a game. */
export type BotLogGame = {
  faults: Localized[]
  id: string
  text: string
}

/** What came of trying a bot, as `boyi bot check` does. */
export type BotReport = {
  findings: BotFinding[]
  game: string
  log: string | null
  passed: boolean
}

/** A bot to begin with. */
export type BotTemplate = {
  build: string | null
  file: string
  language: string
  text: string
}

export type BotVersion = {
  added: number
  bytes: number
  checking: boolean
  number: number
  player: string
  protocol: string
  report: BotReport | null
}

export type BotsReply = {
  bots: string[]
  isolated: boolean
  refused: Localized | null
  uploaded: UploadedBot[]
  uploads: boolean
}

/** One case, or one game of a ladder. */
export type CaseView = {
  asked: string | null
  came: string | null
  expected: string | null
  hidden: boolean
  message: Localized | null
  name: string
  passed: boolean
  shown: string | null
}

/** Something to point out on the board. */
export type CellMark = {
  about: Localized
  cell: number
  kind: string
}

/** What was agreed on. */
export type ClockRules = {
  increment?: number
  seconds: number
}

export type ClockState = {
  left: [number, number]
  rules: ClockRules
  running: [boolean, boolean]
}

/** Somebody with the code to enter with. */
export type CodeView = {
  code: string
  id: string
  name: string
  role: RoleName
}

/** Codes, told this once: only their hashes are kept. */
export type Codes = {
  codes: CodeView[]
  known: number
}

/** A search with one technique more or less. */
export type Comparison = {
  cuts: number
  finished: boolean
  first_move_cuts: number | null
  leaves: number
  nodes: number
  researches: number
  table_cuts: number
  what: Localized
}

/** How ratings and the test's likelihood ratio moved. */
export type ContestHistory = {
  bounds: [number, number] | null
  elo: number[][]
  error: ((number | null)[])[]
  llr: number[] | null
  names: string[]
  played: number[]
}

/** A contest in the list. */
export type ContestSummary = {
  done: boolean
  game: string
  id: string
  kind: string
  made: number
  running: boolean
}

/** Where a contest stands. */
export type ContestView = {
  boards: LiveBoard[]
  control: string
  cross: ((CrossCell | null)[])[]
  duel: DuelView | null
  failure: string | null
  going: number
  held_back: boolean
  joinable: boolean
  planned: number
  played: number
  recent: GameEntry[]
  rows: StandingRow[]
  summary: ContestSummary
}

/** What a search counted. */
export type CountsReply = {
  cuts: number[]
  leaves: number
  nodes: number
  researches: number
  table_cuts: number
  table_hits: number
  table_probes: number
}

export type CourseCard = {
  id: string
  role: RoleName
  title: string
}

/** A course as somebody sees it. */
export type CourseReply = {
  board: StandingView[]
  grades_here: boolean
  id: string
  labs: LabCard[]
  me: PersonView | null
  now: number
  ready: ReadyLab[]
  title: string
}

/** The courses of somebody. */
export type CoursesReply = {
  courses: CourseCard[]
  owner: boolean
}

export type CrossCell = {
  drawn: number
  lost: number
  won: number
}

/** Moves that were not searched. */
export type CutReply = {
  at: number
  by: number | null
  mv: number | null
  ply: number | null
  reason: number
  spared: number[]
  value: number
}

/** Where an offer of a draw stands. */
export type DrawOffer = "by_first" | "by_second" | "declined"

/** A match between two, looked at closely. */
export type DuelView = {
  bounds: [number, number] | null
  elo: number | null
  error: number | null
  llr: number | null
  pairs: [number, number, number, number, number]
  players: [string, string]
  superiority: number | null
  verdicts: Localized[]
}

/** A one-time code. */
export type EnterRequest = {
  code: string
}

/** Why a request was refused. */
export type ErrorReply = {
  error: string
  games?: string[]
  message: Localized
}

/** What a position is worth. */
export type Evaluation = {
  share: number
  solved?: boolean
  units: number | null
  wins_in: number | null
}

export type ExplorerMove = {
  book: Evaluation | null
  choice: LegalChoice | null
  mv: MoveText
  proven: Localized | null
  results: [number, number, number] | null
}

/** What is known of a position. */
export type ExplorerReply = {
  games: number
  moves: ExplorerMove[]
  proven: Localized | null
}

/** A game to be written in a format. */
export type ExportRequest = {
  format: string
  line: PositionSpec
  study: Study | null
}

/** An extension as it is kept now. */
export type ExtensionReply = {
  due: number | null
  student: string
}

/** More time for one student, or no more than others have. */
export type ExtensionRequest = {
  due: number | null
  student: string
}

/** A small board. */
export type Figure = {
  caption: string
  scene: Scene
  shown: number | null
}

/** A file that was handed in. */
export type FileView = {
  bytes: number
  name: string
  text: string | null
}

/** What became of somebody who was deleted. */
export type Forgotten = {
  submissions: number
}

/** A game one can play here. */
export type GameCard = {
  best_player: string
  formats: NamedChoice[]
  levels: LevelCard[]
  name: string
  palette: PaletteEntry[]
  players: NamedChoice[]
  rounds: boolean
  rules: NamedChoice[]
  sides: [Localized, Localized]
  start: Board
  title: Localized
}

/** A game in a list. */
export type GameEntry = {
  began: number
  cause: string
  first: string
  game: string
  id: string
  number: number
  plies: number
  reason: Localized
  second: string
  titles: [Localized, Localized]
  winner: SideName | null
}

/** How a game ended. */
export type GameOver = {
  reason: Localized
  winner: SideName | null
}

/** A game as it stands. */
export type GameState = {
  clock: ClockState | null
  created: number
  draw: DrawOffer | null
  game: string
  id: string
  moves: MoveState[]
  next: string | null
  rematch: SideName | null
  rules: string
  scene: Scene
  seats: [PlayerState, PlayerState]
  seed: number
  start: string
  take_back: SideName | null
  updated: number
  version: number
}

/** A game in the list of games. */
export type GameSummary = {
  game: string
  id: string
  moves: number
  over: boolean
  titles: [Localized, Localized]
  updated: number
}

export type GradeName = "inaccuracy" | "mistake" | "blunder"

/** Files to be handed in. */
export type HandInRequest = {
  files: HandedInFile[]
}

/** A lab to be handed out. */
export type HandOutRequest = {
  due: number | null
  lab: string
}

export type HandedInFile = {
  content: string
  name: string
}

/** Whether the server lives. */
export type Health = {
  loop_ms: number | null
  status: string
  store_ms: number | null
  uptime_seconds: number
}

/** What the strongest player would play. */
export type Hint = {
  choice: LegalChoice
  label: Localized
  worth: Evaluation | null
}

/** A lab in the list, with how far somebody is. */
export type LabCard = {
  attempts: number | null
  closed: boolean
  due: number | null
  extended: boolean
  game: string | null
  late: LateView | null
  left: number | null
  name: string
  of: number
  opens: number | null
  per_hour: number | null
  points: number | null
  title: Localized
  used: number
  wait: number | null
}

/** A lab with all that somebody may know of it. */
export type LabReply = {
  board: StandingView[]
  card: LabCard
  languages: string[]
  plays_as: string | null
  questions: AskedQuestion[]
  statement: Localized
  tournament: TournamentView | null
  versions: VersionView[]
}

/** What being late costs. */
export type LateView = {
  days: number
  per_day: number
}

export type LeaseReply = {
  games: (Record<string, unknown>)[]
  lease: number
}

/** A worker asks for games; with none it says that it is still there. */
export type LeaseRequest = {
  games: number
  holding?: string[]
  leaves?: boolean
  worker: string
}

/** A move one may play. */
export type LegalChoice = {
  from: number | null
  side: SideName
  text: string
  to: number | null
}

/** What somebody answers. */
export type LessonAnswer = {
  answer: string
}

/** A lesson in the list. */
export type LessonCard = {
  name: string
  title: Localized
}

/** A lesson to read. */
export type LessonReply = {
  after: LessonCard | null
  before: LessonCard | null
  board: string
  hint: Localized
  name: string
  question: Localized
  text: Localized
  title: Localized
}

export type LessonVerdict = {
  right: boolean
}

export type LevelCard = {
  about: Localized
  name: string
  rating: LevelRating | null
  title: Localized
}

/** How strong a level is. */
export type LevelRating = {
  error: number
  rating: number
}

/** A position without looking ahead. */
export type LikesReply = {
  hand: Evaluation
  learned: Evaluation
  pieces: PieceWorth[]
}

/** A game going on, in small. */
export type LiveBoard = {
  board: Board
  id: string
  players: [string, string]
  plies: number
}

/** A text in English and in Chinese. */
export type Localized = {
  en: string
  zh: string
}

export type LogLine = {
  fault: boolean
  side: SideName
  text: Localized
}

/** Students by questions. */
export type Matrix = {
  labs: MatrixLab[]
  students: MatrixRow[]
}

/** What one student has for one lab. */
export type MatrixGrade = {
  alarms: number
  extension: number | null
  late: boolean
  points: number | null
  questions: (number | null)[]
  submission: number | null
  versions: number
  waits: boolean
}

export type MatrixLab = {
  due: number | null
  name: string
  of: number
  questions: MatrixQuestion[]
  title: Localized
}

export type MatrixQuestion = {
  name: string
  of: number
  title: Localized
}

export type MatrixRow = {
  alias: string
  grades: MatrixGrade[]
  id: string
  name: string
  total: number
}

/** A move of a person. */
export type MoveRequest = {
  side: SideName | null
  text: string
}

/** A move that was played. */
export type MoveState = MoveText & {
  seconds: number
  worth: Evaluation | null
}

/** A move in words. */
export type MoveText = {
  label: Localized
  side: SideName
  text: string
}

/** What a move was worth to the side that made it. */
export type MoveVerdict = {
  accuracy: number
  grade: GradeName | null
  lost: number
  turned: [SolvedResultName, SolvedResultName] | null
  units: number | null
}

/** Something to choose by name. */
export type NamedChoice = {
  about: string
  name: string
}

export type NamedTitle = {
  name: string
  title: Localized
}

/** A match or tournament to begin. */
export type NewContest = {
  concurrency: number | null
  control: string | null
  game: string
  games: number
  kind: string
  name: string | null
  players: NewEntrant[]
  ponder?: boolean
  rounds: number | null
  rules: string | null
  schedule: string | null
  seed: number | null
  size: [number, number] | null
  sprt: [number, number] | null
}

/** A course to be made. */
export type NewCourse = {
  id: string
  roster: string
  title: string
}

export type NewEntrant = {
  name: string | null
  player: string
}

/** A game to begin. */
export type NewGame = PositionSpec & {
  clock: ClockRules | null
  seats: [PlayerKind, PlayerKind]
}

/** A piece that can be put on a board. */
export type PaletteEntry = {
  kind: string
  owner: SideName | null
}

/** What a pasted text holds. */
export type PastedReply = {
  game: string
  line: PositionSpec
  look: PositionReply
  study: Study
}

/** A text that holds a position or a whole game. */
export type PastedText = {
  game: string | null
  text: string
}

/** Events in columns; base64 of numbers as differences, seven bits a byte, the sign in the lowest. */
export type PathTrace = {
  frames: number
  g: string
  h: string
  kinds: string
  loads: string
  path: string
  places: string
  total: number
}

/** Somebody in a course, as they themselves and teachers see them. */
export type PersonView = {
  alias: string
  email: string
  has_code: boolean
  id: string
  name: string
  role: RoleName
}

/** What a piece is worth where it stands: above 0 it helps its owner. */
export type PieceWorth = {
  cell: number
  hand: number
  learned: number
}

/** A piece on its cell. */
export type PlacedPiece = {
  cell: number
  charged: number
  kind: string
  owner: SideName | null
}

/** What plays a side. */
export type PlayerKind = {
  kind: "person"
} | {
  kind: "guest"
} | {
  kind: "level"
  level: string
} | {
  kind: "player"
  player: string
}

/** The player of a side. */
export type PlayerState = {
  seat: PlayerKind
  seated: boolean
  thinking: boolean
  title: Localized
  waiting: boolean
}

/** The position after the moves of a [`PositionSpec`]. */
export type PositionReply = {
  moves: MoveText[]
  rules: string
  scene: Scene
  start: string
}

/** A position: a game and the moves that lead to it. Missing fields have the game's defaults. */
export type PositionSpec = {
  game: string
  moves?: string[]
  rules: string | null
  seed?: number
  size: [number, number] | null
  start: string | null
}

/** A puzzle in the list. */
export type PuzzleCard = {
  id: string
  moves: number
  rating: number
  themes: string[]
}

/** The puzzles of a game. */
export type PuzzleList = {
  daily: string
  day: number
  game: string
  puzzles: PuzzleCard[]
  title: Localized
}

/** How a map was made, for an animation. */
export type PuzzleMaking = {
  begins_free: boolean
  steps: string
}

/** What the last move of a [`PuzzleTry`] is. */
export type PuzzleOutcome = "right" | "solved" | "wrong"

/** A map as the page holds it. */
export type PuzzleReply = {
  cells: string
  cols: number
  diagonal: boolean
  food: number
  goal: number
  making: PuzzleMaking | null
  rows: number
  start: number
  supply: boolean
}

/** A map to be made. */
export type PuzzleRequest = {
  cols: number
  kind: string
  rows: number
  seed: number
}

/** A text that holds a map. */
export type PuzzleText = {
  text: string
}

/** A puzzle to solve. */
export type PuzzleToSolve = {
  card: PuzzleCard
  game: string
  scene: Scene
  side: SideName
  solution: MoveText[]
  title: Localized
}

/** Moves of both sides from the start of a puzzle, the last of them the solver's. */
export type PuzzleTry = {
  moves: string[]
}

export type PuzzleVerdict = {
  moves: MoveText[]
  outcome: PuzzleOutcome
  refutation: MoveText[]
  scene: Scene
  worth: Evaluation | null
}

/** What became of one question. */
export type QuestionView = {
  cases: CaseView[]
  message: Localized
  name: string
  of: number
  passed: boolean
  points: number
  seconds: number
  title: Localized
}

export type QueueJob = {
  asked: number
  attempt: number
  lab: string
  person: string
  state: string
  submission: number
  version: number
  worker: string | null
}

/** What is to be graded. */
export type QueueReply = {
  done: number
  grades_here: boolean
  jobs: QueueJob[]
  open: number
  taken: number
}

/** A lab that ships. */
export type ReadyLab = {
  name: string
  title: Localized
}

/** A move with what is known about it. */
export type RecordMove = MoveText & {
  clock: number | null
  depth: number | null
  opening: boolean
  seconds: number | null
  worth: Evaluation | null
}

/** A game from its record. */
export type RecordView = {
  cause: string | null
  control: string
  game: string
  id: string
  log: LogLine[]
  moves: RecordMove[]
  of_page: boolean
  players: [Localized, Localized]
  rules: string
  scene: Scene
  seed: number
  start: string
}

/** What grading found. */
export type ReportView = {
  alarms: AlarmView[]
  build_failed: Localized | null
  build_seconds: number
  of: number
  points: number
  questions: QuestionView[]
  seconds: number
}

export type ResultsReply = {
  taken: number
}

/** A worker hands in games; the same game may come any number of times. */
export type ResultsRequest = {
  results: (Record<string, unknown>)[]
  worker: string
}

/** A game whose every position is to be judged. */
export type ReviewRequest = {
  from: number | null
  line: PositionSpec
  milliseconds?: number
  tag: number
}

/** A position of a game with its evaluation. */
export type ReviewedPosition = {
  better: MoveText[]
  ply: number
  verdict: MoveVerdict | null
  worth: Evaluation | null
}

/** What was thought of positions, for searches that do not take the mean of playouts: each time it changed. */
export type RevisionColumns = {
  disproof: (number | null)[]
  look: number[]
  node: number[]
  proof: (number | null)[]
  value: number[]
}

/** A road map and the searches on it. States are counted from 0. */
export type RoadTraces = {
  colours: string
  columns: number
  films: TraceReply[]
  from: number
  height: number
  roads: TracedRoad[]
  to: number
  values: number[]
  width: number
  x: number[]
  y: number[]
}

/** A country to be made. */
export type RoadTracesRequest = {
  best: number
  cols: number
  formula: string | null
  from: number | null
  rows: number
  searches: string[]
  seed: number
  to: number | null
}

/** What somebody is in a course. */
export type RoleName = "student" | "assistant" | "teacher"

/** A roster. */
export type RosterRequest = {
  roster: string
}

/** Text in Markdown, and the board that stands below it. */
export type RulesPart = {
  figure: Figure | null
  text: string
}

/** The rules of a game. */
export type RulesReply = {
  chinese: RulesPart[]
  english: RulesPart[]
  game: string
  title: Localized
}

/** A search and its tree. Columns hold a value a position, parents first; moves are places in `moves`. */
export type SamplesReply = {
  back: number[]
  best: number[]
  choices: number[]
  draw_from: number | null
  exploration: number
  finished: boolean
  kind: string
  later_value: (number | null)[]
  later_visits: number[]
  leaf: number[]
  mover: string
  moves: string[]
  mv: number[]
  nodes: number
  odds: number[]
  prior: number[]
  result: number[]
  revisions: RevisionColumns
  seconds: number
  value: number | null
}

/** A search whose growing tree is wanted. */
export type SamplesRequest = {
  exploration: number | null
  line: PositionSpec
  playouts: number
  search: string
  seed: number
}

/** Everything about one moment of a game. */
export type Scene = {
  board: Board
  legal: LegalChoice[]
  over: GameOver | null
  position: string
  to_act: SideName[]
}

/** A search whose tree is wanted. */
export type SearchTreeRequest = {
  below: number | null
  deepen: boolean
  depth: number
  evaluation: string | null
  line: PositionSpec
  nodes: number | null
  quiescence: boolean
  search: string
  techniques: TechniqueChoice
}

/** [`Side`] as JSON. */
export type SideName = "first" | "second"

/** A person who speaks for a side. */
export type SideRequest = {
  side: SideName | null
}

/** One side's moves in numbers. */
export type SideSummary = {
  accuracy: number
  blunders: number
  inaccuracies: number
  mistakes: number
  moves: number
}

export type SimilarLines = {
  file: string
  from: number
  lines: string[]
}

export type SimilarPair = {
  a: SimilarSide
  b: SimilarSide
  share: number
  stretches: SimilarStretch[]
}

/** Submissions that look alike. */
export type SimilarReply = {
  compared: number
  pairs: SimilarPair[]
}

export type SimilarSide = {
  person: string
  submission: number
  version: number
}

/** Lines that agree, with their text. */
export type SimilarStretch = {
  a: SimilarLines
  b: SimilarLines
}

/** The seat that was taken. */
export type SitReply = {
  side: SideName
}

/** Somebody takes the seat that the invitation leads to. */
export type SitRequest = {
  key: string
}

export type SolvedResultName = "loss" | "draw" | "win"

/** One player's line. */
export type StandingRow = {
  drawn: number
  elo: number
  error: number | null
  faults: number
  lost: number
  name: string
  player: string
  score: number
  won: number
}

/** A line of the leaderboard. */
export type StandingView = {
  alias: string
  gap: boolean
  own: boolean
  place: number
  points: number
}

/** A game with branches and comments. */
export type Study = {
  comment?: string
  game: string
  moves: StudyMove[]
  rules: string
  start: string
}

export type StudyMove = MoveText & {
  comment?: string
  parent: number | null
}

export type StudyReply = {
  study: Study | null
}

/** A submission with its report and its files. */
export type SubmissionReply = {
  files: FileView[]
  person: PersonView
  report: ReportView | null
  title: Localized
  version: VersionView
  versions: VersionView[]
}

/** Techniques that can be switched off. */
export type TechniqueChoice = {
  history: boolean
  killers: boolean
  promise: boolean
  table: boolean
}

/** A game or a maze written in a format. */
export type TextReply = {
  text: string
}

/** What came of it. */
export type TimedReply = {
  best: string[]
  depth: number
  nodes: number
  playouts: number | null
  seconds: number
  value: number | null
}

/** A search by name and the time it has. */
export type TimedRequest = {
  line: PositionSpec
  milliseconds: number
  search: string
  seed: number
}

/** The tournament of a lab. */
export type TournamentView = {
  contest: string
  exists: boolean
  failure: Localized | null
  planned: number
  played: number
  preparing: boolean
  running: boolean
}

/** What there is to choose from. */
export type TraceChoices = {
  formulas: NamedTitle[]
  heuristics: NamedTitle[]
  maze: TraceSearch[]
  roads: TraceSearch[]
  supply: TraceSearch[]
}

/** What a path search counted itself. */
export type TraceCounts = {
  expanded: number
  generated: number
  peak_frontier: number
  rounds: number
}

/** A search from its first step to its last. */
export type TraceReply = {
  cost: number | null
  counts: TraceCounts
  film: PathTrace
  note: Localized | null
  optimal: boolean
  seconds: number
  steps: number | null
}

/** A search to be recorded. */
export type TraceRequest = {
  changes?: number
  diagonal: boolean
  entry: number[] | null
  exit: number[] | null
  search: string
  seed?: number
  text: string
  walkers?: number
}

/** A search and what it can be used for. */
export type TraceSearch = {
  about: Localized
  fits: string[]
  heuristic: boolean
  name: string
  title: Localized
  weight: number | null
}

export type TracedRoad = {
  cost: number
  states: number[]
}

/** A search and its tree. Columns hold a value a position, in the order in which positions were
entered; moves are places in `moves`. */
export type TreeReply = {
  again: number[]
  alpha: (number | null)[]
  back: number[]
  below: number[]
  best: number[]
  beta: (number | null)[]
  counts: CountsReply
  cuts: CutReply[]
  depth: number[]
  entered: number
  finished: boolean
  how: string
  kept: number
  kept_plies: number | null
  line: number[]
  moves: string[]
  mv: number[]
  number: number[]
  reasons: Localized[]
  result: number | null
  seconds: number
  traced: CountsReply
  value: (number | null)[]
}

/** A bot that somebody brought. */
export type UploadedBot = {
  mine: boolean
  name: string
  owner: string
  player: string
  versions: BotVersion[]
}

/** A version that was handed in. */
export type VersionView = {
  before: number
  hash: string
  lab: string
  points: number | null
  received: number
  state: string
  submission: number
  version: number
  worth: number
}

/** What has changed. */
export type WatchEvent = {
  contest: ContestView
  kind: "contest"
} | {
  game: RecordView
  kind: "game"
}

/** A worker as the page shows it. */
export type WorkerView = {
  blocked: string | null
  confirmed: number
  games: number
  name: string
}
