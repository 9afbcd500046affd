// Made from the program's own types by tools/wire_types.py: change those, not this.

/** The command with that number was accepted, and everything that follows from it has been sent. */
export type Accepted = {
  type: "accepted";
  re?: number | null;
};

/** What luck and skill did for one player, in the report's unit. `start` and `luck`, less `loss`, and what the play of the `others` changed add up to the `result`. Where all is exact, that is what they lost to this player. Elsewhere it also holds what nobody could see, and what the estimate cannot explain. */
export type Account = {
  seat: number;
  name: string;
  decisions: number;
  loss: number;
  marks: { [key: string]: number };
  rating: "careless" | "casual" | "flawless" | "masterly" | "solid" | "strong" | "wild";
  luck: number;
  result: number | null;
  deserved: number | null;
  start: number;
  others: number | null;
};

/** Add the device's own seed to the dice. */
export type AddSeed = {
  type: "seed";
  id?: number | null;
  ack?: boolean;
  seed: string;
};

/** A new webhook, and the secret that signs its messages, which is shown only now. */
export type AddedWebhook = {
  webhook: WebhookInfo;
  secret: string;
};

/** The key by which the caller is signed in, and all keys that there are. */
export type AdminInfo = {
  who: string;
  keys: KeyInfo[];
};

/** The password of the administration, or a token. */
export type AdminSecret = {
  secret: string;
};

/** A table in the list; times are in seconds since 1970. */
export type AdminTable = {
  table: string;
  code: string;
  game: string;
  players: number;
  free: number;
  status: string;
  public: boolean;
  host: string;
  created: number;
  touched: number;
};

/** What is announced now; None if nothing is. */
export type Announced = {
  announcement: Announcement | null;
};

/** What is announced, and until when, in seconds since 1970. */
export type Announcement = {
  text: string;
  until: number;
};

/** What the operator of the server announces to everybody, until a moment in seconds since 1970. An empty text says that the announcement has ended. */
export type AnnouncementUpdate = {
  type: "announcement";
  text: string;
  until: number;
};

/** Ask which move is best. */
export type AskHint = {
  type: "hint";
  id?: number | null;
  ack?: boolean;
  seat?: number | null;
};

/** Ask why no move begins with that part, such as a card of one's hand. */
export type AskWhy = {
  type: "why";
  id?: number | null;
  ack?: boolean;
  part: string;
  seat?: number | null;
};

/** Something that was done; `at` is in seconds since 1970, and `about` names what it was done to. */
export type AuditEntry = {
  at: number;
  who: string;
  address: string;
  action: "announced" | "announcement-ended" | "backup-made" | "blocked" | "key-revoked" | "password-set" | "profile-deleted" | "pruned" | "report-settled" | "restored" | "sign-in-refused" | "signed-in" | "signed-out" | "table-closed" | "table-deleted" | "token-created" | "unblocked";
  about: string;
};

/** The latest entries from before a moment. */
export type AuditQuery = {
  limit?: number;
  before?: number | null;
};

/** An address, a network or a name that is refused until a moment, in seconds since 1970. */
export type Block = {
  id: string;
  kind: "address" | "name";
  value: string;
  why: string;
  created: number;
  until: number;
};

/** A bot of some level. */
export type BotSeat = {
  kind: "bot";
  bot: string;
};

/** Ask the others: take my move back, play again, pause, or hand that seat to a bot. */
export type CallVote = {
  type: "ask";
  id?: number | null;
  ack?: boolean;
  vote: "handover" | "pause" | "rematch" | "takeback";
  seat?: number | null;
};

/** Answer the open question. */
export type CastVote = {
  type: "answer";
  id?: number | null;
  ack?: boolean;
  yes: boolean;
};

/** Somebody wrote in the chat. */
export type ChatUpdate = {
  type: "talk";
  n: number;
  t: number;
  names: string[];
  seats: number[];
  text?: string;
  phrase?: string;
};

/** These seats have something to decide. */
export type ChooseTurn = {
  kind: "choose";
  seats: number[];
};

/** Seconds for every decision, and a reserve for the whole match. */
export type Clock = {
  /** seconds for each throw or move */
  move: number;
  /** seconds more for the whole game */
  reserve?: number;
};

/** The clocks: the time now, when each seat's time runs out, and the reserves. */
export type ClockInfo = {
  now: number;
  deadlines: { [key: string]: number };
  reserve: number[];
};

/** Why the table is closed; its players read it. */
export type Closing = {
  why: string;
};

/** A device at a table: the names on its seats, none for a spectator, and its address. */
export type Connected = {
  names: string[];
  address: string;
};

/** The last roll of real dice was entered wrongly. */
export type ContestRoll = {
  type: "contest";
  id?: number | null;
  ack?: boolean;
  at: number;
};

/** The name of a profile, and its password or recovery code. */
export type Credentials = {
  name: string;
  /** the password or the recovery code */
  secret: string;
  /** answer with a token instead of a cookie */
  program?: boolean;
};

/** A choice between several moves: what was played, what was best, and what that lost. */
export type Decision = {
  entry: number;
  seat: number;
  played: string;
  best: string;
  loss: number;
  error: number;
  mark: "blunder" | "inaccuracy" | "mistake" | "";
};

/** The password or the recovery code: a device that somebody left signed in is not enough. */
export type Deletion = {
  /** the password or the recovery code */
  secret: string;
};

/** A device as its owner may recognise it, such as Firefox on Android. */
export type DeviceInfo = {
  browser: string;
  system: string;
};

/** How one roll is derived: step `n` of the log, counted from 0. The `numbers` come from its stream in this order, each with the bound that it is below. Where `lots` is not None, the only number is an index into that list; else the rules made the text. */
export type Draw = {
  n: number;
  numbers: [number, number][];
  lots: number | null;
  text: string;
};

/** Every roll of a match, for deriving them again without knowing any rules. A list holds every possible result with the number of its lots, in order. */
export type Draws = {
  lists: [string, number][][];
  draws: Draw[];
};

/** What was refused and why; `re` is the number of the command, `clause` the rule that decides. `retry_after` says after how many seconds it may be tried again, where that is known. */
export type ErrorUpdate = {
  type: "error";
  code: string;
  message: string;
  re?: number | null;
  clause?: string | null;
  retry_after?: number | null;
};

/** A legal move in notation and its value to the seat; an estimate has a standard `error`. In a hint the best moves have `facts` that say why they are good. Where moves were tried in the same worlds, `loss` is what this one loses against the best: its error is smaller than those of both values suggest, and it may come out a little below 0. */
export type EvaluatedMove = {
  move: string;
  value: number;
  error?: number;
  facts?: Fact[];
  loss?: number;
  loss_error?: number;
};

/** The value of a position to a seat that plays on well, and of each of its moves, best first. An `exact` evaluation has no errors; an estimate has standard errors. Where the seat has nothing to decide there are no moves. */
export type Evaluation = {
  exact: boolean;
  unit: string;
  value: number;
  error?: number;
  moves?: EvaluatedMove[];
};

/** One thing that happened; the detail is `?` where this seat may not know it. */
export type EventInfo = {
  event: string;
  seat: number | null;
  detail?: string;
};

/** Everything that is stored about a profile, except hashes; `sessions` says when each of them ends, `webhooks` and `push_devices` are the addresses that are told about its turns. */
export type Everything = {
  profile: Profile;
  sessions: number[];
  results: Played[];
  ratings: Standing[];
  devices: SessionInfo[];
  webhooks: string[];
  push_devices: string[];
};

/** What a move gains or, where `risk` is set, what it risks. The page has words for each name and inserts the values: numbers, or ids of the game's notation. */
export type Fact = {
  name: string;
  values?: { [key: string]: number | string };
  risk?: boolean;
};

/** Why, in a word and in English, and the status of the answer if there was one. There is no word in what was stored before there were any. */
export type Failure = {
  text: string;
  why?: "bad-address" | "gone" | "no-answer" | "no-tls" | "private-address" | "refused" | "unknown-host" | "unreadable-answer" | null;
  status?: number | null;
};

/** Dice that nobody could choose and everybody can verify: a commitment, and the players' seeds. The `secret` behind the commitment is None in records that must not reveal later rolls. */
export type Fair = {
  match: string;
  commitment: string;
  seeds: string[];
  secret: string | null;
};

/** A finished game of this table. */
export type FinishedInfo = {
  match: string;
  names: string[];
  outcome: OutcomeInfo;
};

/** The table of a code. */
export type Found = {
  table: string;
  link: string;
};

/** A seat for anyone who comes with the link or the code. */
export type FreeSeat = {
  kind: "free";
};

/** A game, and what a table of it can be created with. */
export type GameInfo = {
  game: "kniffel" | "tock" | "zock" | "zocknroll";
  title: string;
  rules: number;
  players: number[];
  options: { [key: string]: unknown };
  bots: string[];
  secrets: boolean;
};

/** The evaluation of a seat's position and moves, best first. */
export type HintUpdate = {
  type: "advice";
  seat: number;
  at: number;
  judgement: Evaluation;
};

/** The latest games that ended before `before`, in seconds since 1970: at least `limit` of them. */
export type HistoryQuery = {
  limit?: number;
  before?: number | null;
};

/** A password or a token by its name, and since when it is valid. */
export type KeyInfo = {
  name: string;
  created: number;
};

/** What a board needs to draw a table: fields, teams, counts. The same for a whole match. */
export type Layout = { [key: string]: unknown };

/** How many players, and the options as a JSON object; those left out have their defaults. */
export type LayoutQuery = {
  players: number;
  options?: string;
};

/** A line of a leaderboard. */
export type Leader = {
  name: string;
  rating: number;
  games: number;
};

/** Which leaderboard: the game and the number of players. */
export type LeaderboardQuery = {
  game: "kniffel" | "tock" | "zock" | "zocknroll";
  players: number;
  limit?: number;
};

/** Leave; a stand-in plays on. */
export type LeaveTable = {
  type: "leave";
  id?: number | null;
  ack?: boolean;
};

/** What this process does now, and has done since it was started, by its metrics. `memory` and `started` are None where the system does not tell. */
export type Load = {
  connections: number;
  http_connections: number;
  tables: number;
  analyses: number;
  workers: number;
  busy: number;
  waiting: { [key: string]: number };
  moves: number;
  refused: number;
  memory: number | null;
  cpu: number | null;
  started: number | null;
  now: number;
};

/** A line of the log, which holds no secrets; `stack` says where an exception came from. */
export type LogLine = {
  at: number;
  level: string;
  text: string;
  stack: string;
};

/** A position of a finished game with nothing hidden, and the events that led to it. */
export type Moment = {
  position: { [key: string]: unknown };
  turn: RollTurn | ChooseTurn | OverTurn;
  tally: Tally;
  events: EventInfo[];
};

/** Which positions: `count` of them, beginning with number `start`. */
export type MomentsQuery = {
  start?: number;
  count?: number;
};

/** Accept no chat messages from the device of that seat, or accept them again; only the host can. */
export type MutePlayer = {
  type: "mute";
  id?: number | null;
  ack?: boolean;
  seat: number;
  muted?: boolean;
};

/** What to announce, and for how long. */
export type NewAnnouncement = {
  text: string;
  /** for how many seconds */
  seconds: number;
};

/** What to block, for how long, and why; only administrators read why. */
export type NewBlock = {
  kind: "address" | "name";
  value: string;
  /** for how many seconds */
  seconds: number;
  why?: string;
};

/** The new name of the profile. */
export type NewName = {
  /** at most 30 visible characters */
  name: string;
};

/** The new password, and the old one or the recovery code. */
export type NewPassword = {
  /** the password or the recovery code */
  secret: string;
  password: string;
};

/** Who joins: one name or several at one device, on the named seats or on any free ones. */
export type NewPlayers = {
  names: string[];
  seats?: number[] | null;
  /** answer with a token instead of a cookie */
  program?: boolean;
};

/** A new profile; without a password only the recovery code opens it on other devices. */
export type NewProfile = {
  /** at most 30 visible characters */
  name: string;
  password?: string | null;
  /** answer with a token instead of a cookie */
  program?: boolean;
};

/** The new recovery code, shown only once; None if the old one is still valid. */
export type NewRecovery = {
  recovery: string | null;
};

/** What is wrong, and whom it is about: the seat of a person at the table, or nobody in particular. */
export type NewReport = {
  why: "chat" | "cheating" | "name" | "other";
  seat?: number | null;
  text?: string;
};

/** What a table is created with: the game and its options, who sits where, and how it is played. */
export type NewTable = {
  game: "kniffel" | "tock" | "zock" | "zocknroll";
  seats: (PersonHere | FreeSeat | BotSeat)[];
  options?: { [key: string]: unknown };
  clock?: Clock | null;
  away?: number | null;
  /** the bot that stands in for somebody who is gone; in a rated game it is the strongest */
  stand_in?: string;
  public?: boolean;
  rated?: boolean;
  spectators?: boolean;
  hints?: boolean;
  real_dice?: boolean;
  /** the first guest is the host if nobody sits at this device */
  guest_host?: boolean;
  /** answer with a token instead of a cookie */
  program?: boolean;
};

/** The address of a webhook, who takes its messages, and their language. */
export type NewWebhook = {
  url: string;
  shape?: "discord" | "json" | "matrix" | "ntfy" | "slack";
  language?: "de" | "en" | "hu";
};

/** Something about the server: it is temporarily unavailable, available again, or closing. */
export type Notice = {
  type: "notice";
  code: "closing" | "halted" | "resumed";
  message: string;
};

/** A new table: its link, its code, and for programs the token of the seats taken. */
export type Opened = {
  table: string;
  link: string;
  code: string;
  match: string;
  commitment: string | null;
  seats: number[];
  token: string | null;
};

/** How it ended: winners, a rank for each seat, scores, and the reason in the game's own words. */
export type OutcomeInfo = {
  winners: number[];
  places: number[];
  scores: number[];
  reason: string;
};

/** The game is over. */
export type OverTurn = {
  kind: "over";
  outcome: OutcomeInfo;
};

/** Which steps: the `count` before step number `before` on the way to the position `at`. Without `before` the page ends with the last one. `positions` asks for the position after each step. */
export type PastQuery = {
  at: number;
  seat?: number | null;
  before?: number | null;
  count?: number;
  positions?: boolean;
};

/** Some steps of a match, oldest first; `before` is how many there are before them. They are numbered so that the last step on the way to the position has its number, and each one before it one less. Steps that were taken back are left out. */
export type PastSteps = {
  before: number;
  steps: StepInfo[];
};

/** Somebody at the device that creates the table. */
export type PersonHere = {
  kind: "here";
  /** at most 30 visible characters */
  name: string;
};

/** A link that takes your seats to another device, once; it expires at `until`, in seconds since 1970. `qr` is the same link as a QR code in SVG, made here so that the secret is in no address. */
export type PersonalLink = {
  link: string;
  qr: string;
  until: number;
};

/** Ask whether the connection still works; `pong` answers. */
export type Ping = {
  type: "ping";
  id?: number | null;
  ack?: boolean;
};

/** Play this move, at that position. */
export type PlayMove = {
  type: "move";
  id?: number | null;
  ack?: boolean;
  at: number;
  move: string;
  seat?: number | null;
};

/** One seat in one finished game; `match` is the id of its record, `ended` in seconds since 1970. */
export type Played = {
  match: string;
  table: string;
  game: string;
  players: number;
  seat: number;
  place: number;
  score: number;
  won: boolean;
  rated: boolean;
  ended: number;
};

/** A report with the chat that the server attached. Times are seconds since 1970. `address` is where the reported player was connected from at that moment, empty if that is not known. */
export type PlayerReport = {
  id: string;
  created: number;
  table: string;
  reporter: string;
  reported: string;
  address: string;
  why: "chat" | "cheating" | "name" | "other";
  text: string;
  chat: ChatUpdate[];
  settled: number | null;
};

/** The connection works; `re` is the number of the `ping`. */
export type Pong = {
  type: "pong";
  re?: number | null;
};

/** How the game stands for one seat (None: for spectators), and the steps that led here. `at` goes with every roll and move. `labels` says what each move brings at once, `tally` what can be added up, both where the game has such a thing. Where `steps` is missing, more happened than is remembered. `may_take_back` says that nothing was rolled or dealt since the seat's last move. */
export type PositionUpdate = {
  type: "position";
  n: number;
  at: number;
  seat: number | null;
  view: { [key: string]: unknown } | null;
  turn: RollTurn | ChooseTurn | OverTurn | null;
  moves: string[];
  labels?: string[];
  tally?: Tally;
  steps?: StepInfo[];
  clock?: ClockInfo;
  may_take_back?: boolean;
};

/** Whose devices are connected, and how many spectators. */
export type PresenceUpdate = {
  type: "presence";
  seats: number[];
  watching: number;
};

/** What was wrong: a stable code for programs, and a sentence for people. */
export type Problem = {
  code: string;
  message: string;
};

/** A profile; `password` says whether it has one. */
export type Profile = {
  id: string;
  name: string;
  created: number;
  password: boolean;
};

/** The password or the recovery code; a profile without a password needs neither. */
export type Proof = {
  secret?: string | null;
};

/** A table in the public list. */
export type PublicTable = {
  table: string;
  game: string;
  players: number;
  free: number;
  status: string;
  host: string;
  created: number;
};

/** A device that gets notifications. `tables` are those for which it does, and `current` is the one that asks; `device` is None where it is not known. */
export type PushDevice = {
  id: string;
  created: number;
  device: DeviceInfo | null;
  zone: string;
  quiet: QuietHours | null;
  tables: string[];
  current: boolean;
};

/** The public key of this server, as base64url: `applicationServerKey` of a subscription. */
export type PushKey = {
  key: string;
};

/** A position as the seat to decide sees it, with its legal moves and what each brings at once. */
export type Puzzle = {
  game: string;
  players: number;
  options: { [key: string]: unknown };
  seat: number;
  view: { [key: string]: unknown };
  tally: Tally;
  turn: RollTurn | ChooseTurn | OverTurn;
  moves: string[];
  labels?: string[];
};

/** Which position: the one before entry number `position` of the log, counted from 0. */
export type PuzzleQuery = {
  position: number;
};

/** A link to this server, and the address of the server. */
export type QrQuery = {
  link: string;
  base: string;
};

/** From `start` to `end`, in minutes after midnight; over midnight where `end` is the smaller one. */
export type QuietHours = {
  /** minutes after midnight */
  start: number;
  /** minutes after midnight */
  end: number;
};

/** A move that one might think of, the clause that forbids it, and both in words. */
export type Reason = {
  move: string;
  clause: string;
  message: string;
};

/** Why no move begins with that part; no reasons where some move does. */
export type ReasonsUpdate = {
  type: "reasons";
  seat: number;
  at: number;
  part: string;
  reasons: Reason[];
};

/** A match from its first roll on. With neither `seed` nor `fair` its dice were real. */
export type Record = {
  format?: 1;
  game: string;
  rules: number;
  players: number;
  options: { [key: string]: unknown };
  seats: string[];
  bot_names?: string[];
  seed: string | null;
  fair?: Fair | null;
  position?: { [key: string]: unknown } | null;
  log: ([number | null, string])[];
};

/** The secret part of a personal link. */
export type Redeem = {
  ticket: string;
  /** answer with a token instead of a cookie */
  program?: boolean;
};

/** The body of every error. */
export type Refusal = {
  error: Problem;
};

/** Send the players at the device of that seat away, before the first game; only the host can. */
export type RemovePlayer = {
  type: "remove";
  id?: number | null;
  ack?: boolean;
  seat: number;
};

/** The analysis of a game. An estimate has `exact` False, and errors are standard errors. `course` holds the value of each position, from the first to the last, for each seat. Players who win together have the same value and the same luck; `sides` names the lowest seat of each side. */
export type Report = {
  game: string;
  seats: string[];
  unit: string;
  exact: boolean;
  goal: string | null;
  decisions: Decision[];
  throws: Throw[];
  course: number[][];
  accounts: Account[];
  sides?: number[];
};

/** The latest reports from before a moment; with `settled` also those that are settled. */
export type ReportQuery = {
  settled?: boolean;
  limit?: number;
  before?: number | null;
};

/** End the pause. */
export type ResumeMatch = {
  type: "resume";
  id?: number | null;
  ack?: boolean;
};

/** Roll or deal; with real dice `outcome` says what was rolled. */
export type Roll = {
  type: "throw";
  id?: number | null;
  ack?: boolean;
  at: number;
  seat?: number | null;
  outcome?: string | null;
};

/** A roll or deal is next; `seat` rolls or deals, or nobody in particular if it is None. */
export type RollTurn = {
  kind: "chance";
  seat: number | null;
};

/** The language of the rules. */
export type RulesQuery = {
  lang?: "de" | "en" | "hu";
};

/** One seat: who sits there, whether a bot plays, and whether the host has muted them. */
export type SeatInfo = {
  name: string;
  kind: "bot" | "free" | "person" | "program";
  bot: string | null;
  stand_in: "away" | "left" | "time" | "vote" | null;
  seed: string;
  yours: boolean;
  muted: boolean;
};

/** A device that holds your seats at a table, since when, and whether it is the one that asks. `device` is None where it is not known. */
export type SeatKey = {
  id: string;
  since: number;
  device: DeviceInfo | null;
  current: boolean;
};

/** The seats that were taken, and for programs their token. */
export type Seated = {
  table: string;
  seats: number[];
  token: string | null;
};

/** Write in the chat. */
export type SendMessage = {
  type: "say";
  id?: number | null;
  ack?: boolean;
  text: string;
};

/** Send a quick phrase to everybody. */
export type SendPhrase = {
  type: "nod";
  id?: number | null;
  ack?: boolean;
  phrase: "again" | "bye" | "good-luck" | "hello" | "hurry" | "lucky" | "oops" | "thanks" | "thinking" | "well-played";
};

/** A device that is signed in; times are seconds since 1970, and `used` is exact to a day. `created` and `device` are None where they are not known, and `current` says that this session asks. */
export type SessionInfo = {
  id: string;
  created: number | null;
  used: number;
  until: number;
  device: DeviceInfo | null;
  current: boolean;
};

/** The profile, its new recovery code, shown only once, and for programs the token of the session. */
export type SignedIn = {
  profile: Profile;
  recovery: string | null;
  token: string | null;
};

/** What each move of a puzzle is worth, the best first, and what the loss of each is called. A loss within the error of an estimate has no mark: it may be none. */
export type Solution = {
  evaluation: Evaluation;
  marks: ("blunder" | "inaccuracy" | "mistake" | "")[];
};

/** How strong a profile is in one game and number of players: `mu`, with the standard deviation `sigma`. `rating` is the cautious estimate mu - 3 sigma. */
export type Standing = {
  game: string;
  players: number;
  rating: number;
  mu: number;
  sigma: number;
  games: number;
};

/** Start now; bots play for anyone missing. */
export type StartMatch = {
  type: "start";
  id?: number | null;
  ack?: boolean;
};

/** The figures of one game and number of players; without rated games there is no rating. */
export type Statistic = {
  game: string;
  players: number;
  games: number;
  wins: number;
  mean_place: number;
  mean_score: number;
  best_score: number;
  rating: Standing | null;
};

/** How far an analysis is: `done` of the `of` entries of the record, and with which `code` it failed. */
export type Status = {
  status: "done" | "failed" | "running";
  done: number;
  of: number;
  code?: string;
};

/** What happened in one step, and how the game stood then, as far as the seat may know it. `view`, `tally` and `turn` are left out of the last step of an update, whose position is the update itself, and of steps that happened long before it. */
export type StepInfo = {
  n: number;
  events: EventInfo[];
  view?: { [key: string]: unknown };
  tally?: Tally;
  turn?: RollTurn | ChooseTurn | OverTurn;
};

/** What is stored, in bytes and in numbers; `free` is None where the disk is elsewhere. */
export type Storage = {
  taken: number;
  free: number | null;
  tables: { [key: string]: number };
  matches: number;
  profiles: number;
  reports: number;
  audit: number;
};

/** What a browser says about itself: its push subscription, its time zone and its quiet hours. */
export type Subscription = {
  endpoint: string;
  p256dh: string;
  auth: string;
  zone: string;
  quiet?: QuietHours | null;
};

/** A table as a spectator may see it, its chat, and who is connected to this process. */
export type TableDetails = {
  table: TableUpdate;
  created: number;
  touched: number;
  chat: ChatUpdate[];
  connected: Connected[];
};

/** Which tables; `search` is an id, a code, a game or a part of the host's name. */
export type TableQuery = {
  status?: "closed" | "open" | "over" | "playing" | null;
  search?: string;
  limit?: number;
  offset?: number;
};

/** The table without the game on it; sent again whenever any of it changes. `asked`, the seats that are to act, is sent over HTTP alone: on the socket every position has it. `host` says whether the reader created the table, and `closed` why it is closed, where it is. `handover_after` is for how many seconds a player may keep everybody waiting before the others can ask for a bot; None where only the clock decides. */
export type TableUpdate = {
  type: "table";
  n: number;
  table: string;
  code: string;
  game: string;
  players: number;
  options: { [key: string]: unknown };
  status: string;
  clock: Clock | null;
  public: boolean;
  rated: boolean;
  spectators: boolean;
  hints: boolean;
  real_dice: boolean;
  secrets: boolean;
  stand_in: string;
  away: number;
  handover_after: number | null;
  host: boolean;
  seats: SeatInfo[];
  number: number;
  match: string;
  commitment: string | null;
  secret: string | null;
  seedless: number[];
  vote: VoteInfo | null;
  paused: boolean;
  hushed: string | null;
  finished: FinishedInfo[];
  asked?: number[];
  closed?: string;
};

/** Take your seats back from the bots that stand in. */
export type TakeSeatBack = {
  type: "back";
  id?: number | null;
  ack?: boolean;
};

/** What follows from a position: sums, and who does what next. Nothing in it is secret. */
export type Tally = { [key: string]: unknown };

/** A roll or deal, and what it was worth to each seat. */
export type Throw = {
  entry: number;
  seat: number | null;
  fell: string;
  luck: number[];
};

/** What runs here; `rules` has the version of each game's rules. */
export type Versions = {
  program: string;
  python: string;
  system: string;
  engine: string;
  schema: number;
  rules: { [key: string]: number };
};

/** What is being asked; `answer` says whether an answer of yours is awaited. */
export type VoteInfo = {
  kind: "handover" | "pause" | "rematch" | "takeback";
  by: number[];
  seat: number | null;
  yes: number;
  of: number;
  answer: boolean;
};

/** A webhook as its owner sees it. Of the address only the host is shown: the rest is often a secret. `error` says why the last message failed, and `failure` says it for programs; `stopped` says that too many have failed for another try. */
export type WebhookInfo = {
  id: string;
  host: string;
  shape: "discord" | "json" | "matrix" | "ntfy" | "slack";
  language: "de" | "en" | "hu";
  created: number;
  error: string | null;
  stopped: boolean;
  failure: Failure | null;
};

export type AnyCommand = Roll | PlayMove | ContestRoll | AddSeed | StartMatch | CallVote | CastVote | ResumeMatch | LeaveTable | TakeSeatBack | RemovePlayer | MutePlayer | SendMessage | SendPhrase | AskHint | AskWhy | Ping;

export type AnyUpdate = TableUpdate | PositionUpdate | PresenceUpdate | ChatUpdate | HintUpdate | ReasonsUpdate | Notice | AnnouncementUpdate | ErrorUpdate | Accepted | Pong;

/** The bounds that the server sets, by type and field. */
export * as LIMITS from './limits';
