/**
 * What the core tells the page and is told by it. Made from the core's own types by its tests (`sim-core/src/typescript.rs`), not
 * to be edited: a test that finds the file old rewrites it.
 *
 * Times are whole nanoseconds, sizes bytes, shares fractions of 1, unless it is said otherwise. Arrays of pages have 2³² − 1 for none.
 */

/** How addresses of a trace become addresses of the device. */
export type AddressMode = 'auto' | 'exact' | 'fold' | 'compact' | 'scale' | 'cut';

/** A line that is not a request. */
export type BadLine = {
  /** Its number in the file, from 1. */
  line: number;
  /** Its text between quotation marks, shortened, unprintable bytes escaped. */
  text: string;
  /** The column at fault. */
  column: string;
  /** What is wrong: the column, its text and what was expected. */
  reason: string;
};

/** The bad lines of a trace. */
export type BadLines = {
  /** How many there are. */
  count: number;
  /** The first three. */
  first: Array<BadLine>;
};

/** The pages of a block in action, for the bench below the map. */
export type BenchBlock = {
  role: BenchRole;
  block: number;
  page_state: Array<number>;
  page_owner: Array<number>;
};

/** Why a block is on the bench. */
export type BenchRole = 'victim' | 'frontier';

export type BlockOwner = {
  /** The logical blocks, at most 16 of `members_total`, with their data blocks. */
  members: Array<OwnerMember>;
  members_total: number;
  /** The oldest first. */
  lent: Array<BlockPages>;
  lent_total: number;
};

/** The looks and owners of a block's pages. */
export type BlockPages = {
  block: number;
  page_state: Array<number>;
  page_owner: Array<number>;
};

/** What a block is there for. */
export type BlockRole = 'frontier' | 'map-frontier' | 'log' | 'sequential' | 'hot' | 'cold' | 'replacement' | 'member';

/** What stands still while a plane collects. */
export type Blocking = 'preemptive' | 'none' | BlockingScope;

/** How much stands still while a plane collects. */
export type BlockingScope = 'plane' | 'channel' | 'controller';

/** A condition that stops a run. */
export type Breakpoint = {
  kind: 'gc';
} | {
  kind: 'erase';
} | {
  kind: 'wear';
} | {
  kind: 'full-merge';
} | {
  kind: 'reclaim';
} | {
  kind: 'map-miss';
} | {
  kind: 'swap';
} | {
  kind: 'buffer-flush';
} | {
  kind: 'session';
} | {
  kind: 'rebuild';
} | {
  kind: 'wait';
} | {
  kind: 'write-amplification';
  /** The bound. */
  above: number;
} | {
  kind: 'block-chosen';
  /** The block. */
  block: number;
} | {
  kind: 'block-erases';
  /** The block. */
  block: number | null;
  /** Erases. */
  count: number;
} | {
  kind: 'response';
  /** The bound in nanoseconds. */
  above_ns: number;
} | {
  kind: 'free-blocks';
  /** The bound. */
  below: number;
} | {
  kind: 'page-written';
  /** The page. */
  lpn: number;
};

/** What a breakpoint waits for; `replay/breakpoint.rs` says when it has come. */
export type BreakpointKind = 'gc' | 'erase' | 'wear' | 'full-merge' | 'reclaim' | 'map-miss' | 'swap' | 'buffer-flush' | 'session' | 'rebuild' | 'wait' | 'write-amplification' | 'block-chosen' | 'block-erases' | 'response' | 'free-blocks' | 'page-written';

export type BrokenRule = {
  rule: string;
  op: number;
  text: string;
};

/** What a write buffer was good for so far. */
export type BufferCharts = {
  /** Pages that the host asked for: found, not found. */
  read: [number, number];
  write: [number, number];
  /** Groups (or pages, where they leave one by one) that left; of those, with their holes filled. */
  flushes: number;
  plugs: number;
  /** Pages that were in RAM when they left. */
  flushed_pages: number;
  /** Pages read to fill holes, and to complete pages of which only some sectors were in RAM. */
  padding_reads: number;
  fill_reads: number;
  /** Write requests that all victims together had not been touched for. */
  victim_age_sum: number;
  groups: number;
  /** Sectors. */
  used: number;
  capacity: number;
};

/** A logical block on its way from RAM to flash. */
export type BufferFlush = {
  lbn: number;
  /** Whether its holes are filled. */
  plug: boolean;
  /** The places of its pages that were in RAM; of those read up to fill holes; of those written so far. */
  offsets: Array<number>;
  read_up: Array<number>;
  written: Array<number>;
};

/** What a write buffer keeps and evicts. */
export type BufferGrain = 'page' | 'sector';

/** Pages of a logical block in RAM. */
export type BufferGroup = {
  lbn: number;
  /** Their places in the logical block, ascending. */
  pages: Array<number>;
  /** Of those, pages of which only some sectors are held; and pages that flash holds too. */
  partial: Array<number>;
  clean: Array<number>;
  sectors: number;
  /** Write requests since it was last touched; at least 1. */
  age: number;
  /** What the order goes by. */
  score: number;
  section: number | null;
  /** How the running rehearsal keeps it: a list of so many records, or a bitmap. */
  kept: KeptAs | null;
};

/** Pages that leave one by one as they stand, from the one farthest from leaving to the one nearest. */
export type BufferLine = {
  /** The first of them, and the last where there are more. */
  front: Array<StandingPage>;
  back: Array<StandingPage>;
  total: number;
  /** Pages at the end that are looked through for clean ones. */
  window: number | null;
  /** Whether pages stand as they came, wherever they are used. */
  by_arrival: boolean;
  /** Whether a capacitor keeps what is in RAM. */
  keeps: boolean;
  /** Pages of which flash holds an older version, or none. */
  changed: number;
  /** Sectors above which pages leave although there is room, and sectors still taken by pages on their way. */
  high_water: number;
  on_way: number;
  /** Where the line shares its room with groups. */
  share: BufferShare | null;
  /** What happened in the line within the present request, oldest first. */
  steps: Array<LineStep>;
};

export type BufferOrder = {
  lbn: Array<number>;
  age: Array<number>;
  size: Array<number>;
};

/** Room that single pages and groups share. */
export type BufferShare = {
  /** Pages that may stand in the line. */
  now: number;
  /** The most that this can become. */
  most: number;
  /** What it was to begin with. */
  first: number;
  /** Pages that left the line lately and are remembered, the latest first; at most [`REMEMBERED`]. */
  left_pages: Array<number>;
  /** Logical blocks that left as groups. */
  left_groups: Array<number>;
  /** Pages of a logical block that make it a group. */
  group_pages: number;
};

/** A write buffer. Sizes in sectors, ages in write requests. */
export type BufferView = {
  kind: string;
  grain: BufferGrain;
  sectors_per_page: number;
  pages_per_block: number;
  /** Sectors that there is room for, and sectors held; pages of which any sector is held. */
  capacity: number;
  used: number;
  pages: number;
  /** Write requests so far. */
  now: number;
  /** What leaves next, in words: "the group with most pages". */
  rule: string;
  /** What `score` is called: "1 / density", "last used", "pages". */
  score: string;
  /** Names of the parts of the order, where it has such: "clean first", "working". */
  sections: Array<string>;
  /** Logical blocks with pages in RAM, in order of leaving; the first 32. */
  groups: Array<BufferGroup>;
  /** All of them in order of leaving, at most 1024: number, age, size. */
  all: BufferOrder;
  groups_total: number;
  /** What leaves next, in order, as many as a decision lists: a page, or all pages of a logical block. */
  next: Array<NextToLeave>;
  /** Of buffers from which single pages leave: the line they stand in. */
  line: BufferLine | null;
  /** The group on its way to flash. */
  flush: BufferFlush | null;
  /** Of l-buffer. */
  density: DensityView | null;
  /** The request being served, and the last operation. */
  request: Operation | null;
  act: Operation | null;
};

/** A logical block on its way from RAM to flash. */
export type CacheFlush = {
  /** The logical block. */
  lbn: number;
  /** The block slot that it leaves; none if it leaves page slots. */
  slot: number | null;
  /** The physical block that it goes to; none where a layer below finds places for its pages. */
  block: number | null;
  /** The places of the pages that are to be there in the end, as far as known. */
  offsets: Array<number>;
  /** Of those, pages read up from flash. */
  read_up: Array<number>;
  /** Of those, pages that are programmed. */
  programmed: Array<number>;
  /** Whether the block is erased. */
  erased: boolean;
};

/** The data block of a logical block that is in the cache. */
export type CacheHome = {
  lbn: number;
  block: number;
  page_state: Array<number>;
};

/** Pages of a logical block in page slots. */
export type CacheSet = {
  /** The logical block. */
  lbn: number;
  /** Where it stands among the others, from its first page to its last. */
  column: number;
  /** The places of its pages in the logical block, ascending. */
  offsets: Array<number>;
  /** When a page of it was last written. */
  last_used: number;
};

/** A block slot. */
export type CacheSlot = {
  /** The logical block in it; none while it is free. */
  lbn: number | null;
  /** The places of its pages, ascending. */
  offsets: Array<number>;
  /** Of those, pages that are on flash too. */
  clean: Array<number>;
  /** When it was last used. */
  last_used: number;
  /** How many others would be flushed before it. */
  rank: number;
};

/** A cache. */
export type CacheView = {
  page_slots: number;
  pages_used: number;
  /** Logical blocks with pages in page slots, by column; at most 256 of `sets_total`. */
  sets: Array<CacheSet>;
  sets_total: number;
  blocks: Array<CacheSlot>;
  /** Accesses to pages so far: what `last_used` counts in. */
  now: number;
  /** The block on its way to flash. */
  flush: CacheFlush | null;
  /** The data blocks of logical blocks in the cache, and of the one being worked on: at most 24, by number. */
  flash: Array<CacheHome>;
  /** The request being served, and the last operation. */
  request: Operation | null;
  act: Operation | null;
};

/** A cached mapping entry. */
export type CachedEntry = {
  lpn: number;
  /** Where it lives; null for nowhere. */
  page: number | null;
  /** Whether the translation page on flash says otherwise. */
  dirty: boolean;
  /** How many logical pages from `lpn` on it maps. */
  run: number;
};

/** One candidate. */
export type Candidate = {
  /** Its name: "block 17". */
  label: string;
  /** Its block, where it is one. */
  block: number | null;
  /** Whether it was taken. */
  chosen: boolean;
  /** Its figures, one a column. */
  cells: Array<string>;
  /** Valid share of its pages, for the bar. */
  share: number | null;
};

export type Cause = {
  op: number;
  label: string;
  /** Why it began when it did, in words. */
  trigger: string | null;
};

/** The entries of a challenge in their order. */
export type ChallengeBoard = {
  rows: Array<ChallengeRow>;
  /** Runs that are done, and all. */
  done: number;
  all: number;
};

/** What a claim came to. */
export type ChallengeChecked = {
  /** Whether everything is as it was claimed, to the last bit. */
  equal: boolean;
  /** The same in words. */
  text: string;
};

/** What a challenge may be made of. */
export type ChallengeChoices = {
  /** What may be counted. */
  metrics: Array<ChallengeMetric>;
  /** The known policies of victims, and those of a write buffer. */
  victim: Array<ChallengeEntry>;
  buffer: Array<ChallengeEntry>;
};

/** What somebody says came of an entry. */
export type ChallengeClaim = {
  /** What is to be low, a seed each. */
  values: Array<number>;
  /** By which all its reports together are told from others. */
  reports: string;
};

/** One that takes part. */
export type ChallengeEntry = {
  /** Whose it is, or what the policy is called. */
  name: string;
  /** What it chooses by. */
  policy: ChallengePolicy;
};

/** A formula and what is set with it. */
export type ChallengeFormula = {
  /** As it was typed. */
  text: string;
  /** The number that it calls `k`; null where that is the default. */
  k: number | null;
  /** Whether single pages leave a write buffer, not whole logical blocks. */
  by_page: boolean;
};

/** How an entry stands to a limit. */
export type ChallengeLimit = {
  /** What is limited. */
  title: string;
  /** Whether it keeps to it on every seed; null while that cannot be told. */
  holds: boolean | null;
  /** Its worst seed: a figure, or so many times that of the policy that the limit names. */
  shown: string;
};

/** What came of a run. */
export type ChallengeMeasure = {
  readonly values: Readonly<Record<string, number>>;
  readonly report: string;
} | {
  readonly refused: string;
};

/** A figure of a report. */
export type ChallengeMetric = {
  /** Its name in a challenge. */
  word: string;
  /** What it is called. */
  title: string;
};

/** What a challenge leaves open. */
export type ChallengeOf = 'victim' | 'buffer';

/** A challenge that is open. */
export type ChallengeOpened = {
  /** Its name, if it came along. */
  id: string | null;
  document: Record<string, unknown>;
  title: string;
  about: string;
  /** The goal in a sentence, without its full stop. */
  goal: string;
  of: ChallengeOf;
  minimise: ChallengeMetric;
  seeds: Array<number>;
  /** Who is on its board from the start. */
  entries: Array<ChallengeEntry>;
  /** The hash of its address. */
  link: string;
  /** Who the address brought, and what they claim. */
  entry: ChallengeEntry | null;
  claim: ChallengeClaim | null;
};

/** What chooses. */
export type ChallengePolicy = {
  known: string;
} | {
  formula: ChallengeFormula;
};

/** An entry on the board. */
export type ChallengeRow = {
  /** Where it stood among those that were given. */
  at: number;
  entry: ChallengeEntry;
  standing: ChallengeStanding;
  /** From 1; equal ones share theirs. */
  place: number | null;
  /** What is to be low, over the seeds. */
  spread: ChallengeSpread | null;
  /** A seed each; null where there is no such figure. */
  values: Array<number | null>;
  limits: Array<ChallengeLimit>;
  /** Whether the target is undercut on every seed; null without one. */
  reaches: boolean | null;
  /** What is to be said of it; empty for nothing. */
  verdict: string;
  /** What its claim came to; null where nothing was claimed, or runs are to come. */
  checked: ChallengeChecked | null;
};

/** Values over the seeds. */
export type ChallengeSpread = {
  least: number;
  mean: number;
  most: number;
  /** The three as people read them. */
  shown: [string, string, string];
};

/** Where an entry stands. */
export type ChallengeStanding = 'ranked' | 'over-limit' | 'waiting' | 'refused';

/** What may be another from a request on. */
export type ChangeRules = {
  /** How often, at most. */
  most: number;
  request_max: number;
  /** The sections that may get another component. */
  kinds: Array<string>;
};

export type ChannelBus = {
  busy: boolean;
  holder: number | null;
  waiting: number;
};

/** All charts. */
export type Charts = {
  so_far: SoFar;
  /** Response times in bins of `bin_requests` requests. */
  latency: Latency;
  /** Cumulative write amplification at the end of each bin; null before the first host write. */
  write_amplification: WriteAmplification;
  /** Share of requests slower than `ns[i]`. */
  tail: Tail;
  erases: Erases;
  /** What garbage collection cost: `ns` is null where other work goes on beside it. */
  collections: Collections;
  /** Of layers that merge: how often, and log blocks emptied with the logical blocks that had pages in them. */
  merges: Merges | null;
  /** Of layers that keep their map on flash. */
  map_cache: MapCache | null;
  /** Of layers that keep pages of the host in RAM. */
  page_cache: PageCache | null;
  /** Of write buffers. */
  buffer: BufferCharts | null;
  /** Of host FTLs over open channels. */
  openchannel: OpenChannelCharts | null;
  /** Of devices with stripes. */
  ttflash: StripeCharts | null;
};

export type Checkpoints = {
  count: number;
  bytes: number;
};

/** Two statements about one setting that do not go together, or may not, and what is measured there. */
export type ClaimContradiction = {
  says: string;
  but: string;
  /** What leads to them. */
  lead: string;
  setting: string;
  /** null as long as runs are missing. */
  measured: string | null;
};

/** What came of a claim by one reading of its paper, or of one of its inequalities. */
export type ClaimJudgement = 'fails' | 'nothing-to-judge' | 'holds';

/** Where on the charts a condition speaks, and what came of it. */
export type ClaimMark = {
  /** null where it speaks of all. */
  panel: string | null;
  metric: string;
  /** The curve it is about. */
  system: string;
  /** The one it is compared with; null where it stands by itself. */
  than: string | null;
  /** First and last x. */
  claimed: [number, number];
  /** null until its points are there. */
  held: boolean | null;
  /** The same as a word. */
  judgement: ClaimJudgement | null;
  crossings: Array<number>;
};

/** What a paper says in numbers of a stretch of a chart, and what our curves are there. */
export type ClaimNumber = {
  /** "mean response of C-lash against DFTL" */
  what: string;
  /** "lower above 40 %" */
  paper: string;
  /** "10 % lower to 75 % lower, crossing at 44 %" */
  ours: string;
};

/** What came of a claim. */
export type ClaimVerdict = 'reproduced' | 'reproduced-under' | 'not-reproduced' | 'impossible' | 'not-tested';

/** Where on its charts a paper puts a claim, as the paper puts it. How it is judged, and with which margin, is another matter. */
export type ClaimedPlace = {
  claim: string;
  metric: string;
  says: ClaimedRelation;
  /** Only in this panel. */
  panel?: string;
  /** The system that it is about; the paper's own where none is named. */
  of?: string;
  /** The rival; none where the claim is about one system alone. */
  against?: string;
  /** The first x; absent where it reaches to the end of the axis. */
  from?: number;
  /** The last x, likewise. */
  to?: number;
  /** By how much it is ahead of the rival, in the paper's words: `more than 43 %`. */
  gain?: string;
  /** The value that is meant, in the metric's unit, where the claim names one. */
  level?: number;
  /** The same as a share of the rival's. */
  share?: number;
  /** Whether that value is a size, divided where experiments of a part of the size are made. */
  is_size?: boolean;
};

/** How what a paper claims compares with the rival, or with a value. */
export type ClaimedRelation = 'ahead' | 'behind' | 'equal' | 'near' | 'flat' | 'at least' | 'at most' | 'about';

export type CollectedLine = {
  line: number;
  valid: number;
  left: number;
};

/** What garbage collection cost so far. */
export type Collections = {
  moved_pages: number;
  /** What its copies and erases took; `None` where other work goes on beside it. */
  ns: number | null;
};

/** What colour stands for. */
export type ColourBy = 'state' | 'age' | 'wear' | 'temperature' | 'owner';

/** A choosable component: a translation layer, a write buffer, a workload. */
export type Component = {
  kind: string;
  title: string;
  help: string;
  source: string;
  parameters: Array<Parameter>;
  /** Of a translation layer. */
  traits?: LayerTraits;
  /** Of a translation layer or a write buffer. */
  observables?: Observables;
};

/** A logical block that is copied in order, so that one entry maps all of it. */
export type Conversion = {
  lbn: number;
  block: number | null;
  /** By place: where the page came from; none while it has not been copied. */
  from: Array<number | null>;
  over: boolean;
};

/** A frame. */
export type CoreFrame = {
  position: Position;
  /** Operations carried out since the previous frame of this epoch, the newest `operations_max` of them. */
  operations: Array<Operation>;
  /** Those that were left out. */
  skipped: number;
  headline: Headline;
  decision: Decision | null;
  bench: Array<BenchBlock>;
  identities: Identities;
  layer: LayerView;
  merges: MergeStory | null;
  walk: MapWalk | null;
  updates: MapUpdates | null;
  conversion: Conversion | null;
  /** Of the plane that has fewest; marks where the layer knows such. */
  free_blocks: FreeBlocks;
  /** Blocks gone bad so far. */
  bad_blocks: number;
  /** Blocks in which a program failed, replaced from the reserve. */
  replaced_blocks: number;
  power: Power;
  /** The flash, where it was asked for. */
  stage: Stage | null;
  charts: Charts | null;
  /** What channels and planes did side by side; null on the serial clock, and where it was not asked for. */
  gantt: GanttView | null;
  marks: TimelineMarks | null;
  /** Breakpoint that stopped the last run, in words. */
  stopped_by: string | null;
  invariants: Invariants;
  checkpoints: Checkpoints;
  /** A hash of the lane's whole state, in hex. Sent when asked for. */
  state_hash: string | null;
};

/** Everything that can be set in an experiment, as `flashlab list --json` prints it but for the figures. */
export type CoreSchema = {
  /** The version of documents. */
  version: number;
  device: Array<Parameter>;
  run: Array<Parameter>;
  presets: {
    [key in string]: Preset;
  };
  /** Ready values for a workload of the kind `mix`, chosen by `workload.standin`. */
  standins: {
    [key in string]: Preset;
  };
  buffer: Array<Component>;
  ftl: Array<Component>;
  workload: Array<Component>;
  formats: Array<TraceFormatInfo>;
  changes: ChangeRules;
  formula: Formulas;
};

/** What a run replays of a trace, and what it leaves out. */
export type Coverage = {
  /** The trace's name. */
  file: string;
  /** Its format. */
  format: TraceFormat;
  /** Lines read, of whatever kind. */
  lines: number;
  /** Requests in them, of all devices. */
  requests: number;
  /** The lines that are not requests. */
  bad_lines: BadLines;
  /** Why reading ended before the file, or the file before the trace; none if it did not. */
  ended_early: string | null;
  /** The device that is replayed. */
  device: number;
  /** All devices with requests, ascending by number. */
  devices: Array<DeviceRequests>;
};

/** A choice among candidates. */
export type Decision = {
  /** The operation that it led to. */
  op: number;
  /** What was asked: "Why this block?" */
  question: string;
  /** The rule: "greedy: fewest valid pages". */
  rule: string;
  /** Heads of the columns after the first, which names the candidate. */
  columns: Array<string>;
  /** Candidates, best first; row 0 was taken. */
  rows: Array<Candidate>;
  /** How many candidates there were in all. */
  candidates: number;
  /** The blocks that were looked at, the chosen one first; empty where all candidates were. */
  among: Array<number>;
  /** The tie rule in words, where it decided. */
  tie: string | null;
  /** What had to be chosen besides, each with its candidates. */
  further: Array<Decision>;
  /** Pages in RAM that change places by it. */
  moved: Array<Moved>;
  /** What was done and what else could have been, with their prices; the one that was done first. */
  prices: Array<Price>;
};

/** How it chooses and tunes itself. Costs in nanoseconds. */
export type DensityView = {
  alpha: number;
  tuner: Tuner;
  /** The values that tuning chooses among. */
  grid: Array<number>;
  /** Pages from which holes are filled; null: never. */
  lambda: number | null;
  /** Merge time that a logged page has cost, the last sessions counting most. */
  merge_ns_per_page: number;
  read_ns: number;
  program_ns: number;
  erase_ns: number;
  evictions: number;
  plugged: number;
  session: SessionProgress;
  /** Sessions that are over, the latest 256. */
  history: Array<PastSession>;
  /** The rehearsals of this session; empty where α is not tuned. */
  rehearsals: Array<Rehearsal>;
  /** Bytes of the rehearsals as they are kept, and what full information would take: of the buffer, of the log. */
  memory: RehearsalMemory | null;
};

/** What can be observed in a device. */
export type DeviceObservables = {
  /** The stages above that of the flash. */
  stages: Stages;
  /** What one may step to besides operations and requests, in the order in which it is offered. */
  moments: Array<Moment>;
  /** The one of them that people wait for. */
  awaited: Moment;
  /** All that can come true, in no particular order. */
  breakpoints: Array<BreakpointKind>;
};

/** A device of a trace. */
export type DeviceRequests = {
  /** Its number in the file. */
  device: number;
  /** What a person calls it. */
  label: string;
  /** Its requests. */
  requests: number;
};

/** A row of the directory. */
export type DirectoryRow = {
  id: number;
  hotness: number;
  line: number | null;
  offset: number | null;
  /** Its place in the cache; null while it is on the SSD alone. */
  slot: number | null;
  address: number | null;
  dirty: boolean;
  journal: boolean;
};

/** Sizes that were divided. */
export type DividedSizes = {
  by: number;
  fields: Array<string>;
};

/** Which log block is emptied first. */
export type EmptiedFirst = 'oldest' | 'fewest-owners';

/** How a run came to its end. */
export type EndKind = 'done' | 'device-full' | 'read-only' | 'power-cut' | 'rule';

/** The end of a run. */
export type Ended = {
  /** How it ended. */
  kind: EndKind;
  /** The same in a sentence. */
  text: string;
};

export type Erases = {
  first: number;
  step: number;
  blocks: Array<number>;
  mean: number;
  max: number;
  strip: Array<number>;
};

/** What an experiment takes, and whether it can be watched. */
export type Estimate = {
  /** Whether the device is small enough to be watched: others are refused at once. */
  watchable: boolean;
  /** Physical pages of the device. */
  pages: number;
  /** Memory while it is watched. */
  watched_bytes: number;
  /** Memory of a run that nobody watches. */
  run_bytes: number;
  /** Pages that are written before the first request. */
  prepared_pages: number;
  /** Requests of the run; none for a trace, which may have any number. */
  requests: number | null;
  /** Whether pages stand in stripes: the page then runs the same requests without what stripes are for, too. */
  has_stripes: boolean;
};

export type ExamplePage = {
  stripe: number;
  lpn: number | null;
};

/** What a paper does not specify, and what was chosen. */
export type FigureAssumption = {
  open: string;
  chosen: string;
};

/** What a figure is drawn over. */
export type FigureAxis = {
  name: string;
  /** Empty where it has none: a ratio, a count. */
  unit: string;
  scale: FigureScale;
  /** What parts of a run it is over, where one run is a whole curve. */
  over?: FigureOver;
  /** What its values are called, where they are not numbers that say something. */
  names?: Array<[number, string]>;
};

/** What x sets: a field, times so much; or a case of several; nothing where it is over parts of a run. */
export type FigureAxisSettings = {
  path?: string;
  factor?: number;
  over?: FigureOver;
  cases?: Array<FigureCase>;
};

/** One of several experiments side by side. */
export type FigureCase = {
  title: string;
  settings: Record<string, unknown>;
};

/** What came of a claim. */
export type FigureClaim = {
  id: string;
  statement: string;
  /** What must hold for it; null where it cannot be tested. */
  claimed: string | null;
  /** null where nothing was measured. */
  measured: string | null;
  /** Whether it holds by our own reading; null where it cannot be tested, or not yet. */
  held: boolean | null;
  /** The same as a word: what does not hold may only have nothing to judge. */
  judgement: ClaimJudgement | null;
  /** What is to be said of it in the end; null as long as runs are missing. */
  verdict: ClaimVerdict | null;
  /** What came of it by each other reading of the paper. */
  readings: Array<ReadClaim>;
  /** Why it cannot hold, in two lines. */
  proof: [string, string] | null;
  /** Where the paper says something else of the same setting. */
  contradictions: Array<ClaimContradiction>;
  /** The paper's numbers, each beside ours; absent in results that are older. */
  numbers?: Array<ClaimNumber>;
  /** Told, but known not to be reproduced at the paper's position. */
  report_only: boolean;
  /** No statement of the paper, but one of ours: not counted among its claims. */
  is_ours: boolean;
  /** Whose bounds judge it, as a sentence; null where nothing is judged, absent in results that are older. */
  bounds?: string | null;
  note: string | null;
  /** One for each condition that must hold. */
  marks: Array<ClaimMark>;
};

/** What a figure is. */
export type FigureEntry = {
  id: string;
  paper: string;
  /** The paper alone, without the place in it: figures of one publication stand in one report. */
  publication: string;
  title: string;
  system: string;
  /** What the paper did, in a sentence. */
  what: string;
  /** Ids of the claims judged in it. */
  claims: Array<string>;
  /** Where the paper puts them. */
  places: Array<ClaimedPlace>;
  panels: Array<FigurePanel>;
  /** What is compared; what the paper proposes comes first. */
  systems: Array<FigureSystem>;
  x: FigureAxis;
  metrics: Array<FigureMetric>;
  /** What the paper does not specify, and what was chosen. */
  assumptions: Array<FigureAssumption>;
  /** Other readings of the paper: everything is computed by each of them too. */
  readings: Array<FigureReading>;
  /** Whether traces of one's own can take the place of those of the paper, or of what stands in for them. */
  takes_traces: boolean;
};

/**
 * One run, or the median of several.
 * Fractions are rounded to billionths, responses to nanoseconds: JSON then carries them unchanged from one side to the
 * other, and a figure comes out the same to the last byte wherever its runs were carried out.
 */
export type FigureMeasure = {
  readonly [field: string]: number | readonly number[] | boolean | null;
  saturated: boolean;
};

/** What a figure draws. */
export type FigureMetric = {
  /** A key of a series. */
  id: string;
  title: string;
  unit: string;
  /** What it is made from: this field of a measure … */
  field: string;
  /** … of which so much makes one of the unit. */
  per_unit: number;
  scale: FigureScale;
};

/**
 * What one run has a value for each of: sessions of a buffer that tunes itself, shares of the reads, numbers of free chunks. Of reads x
 * is how many there are to one that takes longer.
 */
export type FigureOver = 'sessions' | 'reads' | 'chunks';

/** A part of a figure with curves of its own. */
export type FigurePanel = {
  id: string;
  /** Empty where it is the only one. */
  title: string;
};

/** The runs that a figure takes. */
export type FigurePlan = {
  id: string;
  quick: boolean;
  x: Array<number>;
  runs: Array<FigureRun>;
};

/** Another way to fill in what a paper leaves open. */
export type FigureReading = {
  /** Its word: "F". */
  id: string;
  name: string;
  /** Why one may read the paper so. */
  reason: string;
  /** What it rests on. */
  basis: ReadingBasis;
  /** Where it comes from, in a sentence. */
  source: string;
  /** What it changes. */
  settings: string;
};

/** A figure drawn and judged: what `flashlab figures ID --json` prints. */
export type FigureResult = {
  id: string;
  paper: string;
  title: string;
  settings: FigureSettings;
  series: Array<FigureSeries>;
  claims: Array<FigureClaim>;
};

/** One experiment of a figure. */
export type FigureRun = {
  /** By which other reading than ours. */
  reading?: string;
  panel: string;
  system: string;
  x_index: number;
  seed: number;
  /** What carries it out: a device, or less where that is all the figure asks for. */
  by: string;
  document: Record<string, unknown>;
};

/** How an axis is divided. */
export type FigureScale = 'linear' | 'log';

/** A curve, with the values of each metric under its id. */
export type FigureSeries = {
  readonly [metric: string]: string | readonly (number | boolean | null)[];
  panel: string;
  system: string;
  x: readonly number[];
};

/** What the runs of a result were. */
export type FigureSettings = {
  /** Of the core that carried them out. */
  version: string;
  quick: boolean;
  /** Sizes that were divided to make it quick. */
  divided: DividedSizes | null;
  seeds: Array<number>;
  x: FigureAxisSettings;
  /** What they have in common, as far as the figure states it. */
  common: Record<string, unknown>;
  /** What the panels set besides. */
  panels: Record<string, Record<string, unknown>>;
  /** What the systems do. */
  systems: Record<string, Record<string, unknown>>;
  /** The other readings by which all of it was carried out too. */
  readings: Array<FigureReading>;
};

/** A system that is compared. */
export type FigureSystem = {
  id: string;
  title: string;
  /** It has no runs: at each point it is whichever of these comes to least. */
  least?: LeastOf;
  /** One run whatever x is: a level line. */
  level?: true;
};

export type FlashMapBlock = {
  line: number;
  offset: number;
  id: number;
  state: FlashMapBlockState;
  entries: Array<TableEntry>;
};

/** Which copy of a map block it is. */
export type FlashMapBlockState = 'current' | 'stale' | 'new';

/** A formula to begin with. */
export type FormulaExample = {
  /** What it is called. */
  title: string;
  /** Its text. */
  formula: string;
  /** What must be set with it, by dotted path, as JSON text; nothing else matters. */
  with: Array<[string, string]>;
  /** The policy that chooses the same, as a kind; none if it is no other's. */
  equals: string | null;
  /** Where the two can differ; empty if nowhere. */
  differs: string;
};

/** A place in a text at which it stops being a formula. */
export type FormulaProblem = {
  /** The place, in characters from 1. */
  column: number;
  /** What stands there. */
  found: string;
  /** What could stand there. */
  expected: string;
  /** A known name that is much like the one there. */
  near: string | null;
};

/** A quantity. */
export type FormulaQuantity = {
  /** Its name in a formula. */
  name: string;
  /** What it is counted in; empty for a plain number. */
  unit: string;
  /** What it is, in one sentence. */
  help: string;
};

/** What a formula makes of what there is to choose from at this moment. */
export type FormulaRanking = {
  /** What is wrong with the text; then there is nothing else. Null for a formula. */
  error: FormulaProblem | null;
  /** Why there is nothing to rank; null where there is. */
  missing: RankingMissing | null;
  /** What is ranked. */
  of: RankedOf;
  /** Of blocks, the plane: the one that collects, or else the one with the fewest free blocks. */
  plane: number | null;
  /** How many there are to choose from. */
  candidates: number;
  /** The parts of the outermost sum or product, or the whole. */
  terms: Array<RankingTerm>;
  /** The first of them in order of value, as many as were asked for. */
  rows: Array<RankingRow>;
  /** The number of the one that the formula takes; null if it takes none. */
  chosen: number | null;
  /** The block that is being collected; null if none is. Directly after it was chosen it is among the candidates, later not. */
  collecting: number | null;
};

/** The quantities of one kind of formula, and examples. */
export type FormulaVocabulary = {
  /** What it may name. */
  quantities: Array<FormulaQuantity>;
  /** Formulas to begin with. */
  examples: Array<FormulaExample>;
};

/** What formulas may name, by what they are of. */
export type Formulas = {
  /** `ftl.gc.formula`: which closed block is collected. */
  victim: FormulaVocabulary;
  /** `buffer.formula`: what leaves a write buffer. */
  buffer: FormulaVocabulary;
};

/** Free blocks of the plane that has fewest, and the marks between which GC keeps them. */
export type FreeBlocks = {
  now: number;
  low: number | null;
  high: number | null;
};

/** A command on its plane, or a page on its way over a channel. */
export type GanttBar = {
  lane: number;
  /** When it was given to its plane. */
  issued_ns: number;
  start_ns: number;
  end_ns: number;
  /** Whether it is over; otherwise its start and end are what is expected. */
  over: boolean;
  what: GanttBarKind;
  purpose: Purpose;
  request: number;
  op: number;
  lpn: number | null;
  /** Copies of one collection that followed each other at once are one bar. */
  pages: number;
};

/** What a bar stands for: a command, or a page on its way over a channel. */
export type GanttBarKind = 'read' | 'program' | 'copy' | 'erase' | 'transfer';

/** All that one collection has a plane do. */
export type GanttCollection = {
  /** None where its plane is not shown. */
  lane: number | null;
  plane: number;
  op: number;
  start_ns: number;
  end_ns: number;
  over: boolean;
  copies: number;
};

export type GanttLane = {
  kind: GanttLaneKind;
  index: number;
  /** Of a plane: the channel that it is on. */
  channel: number;
};

/** What a lane stands for. */
export type GanttLaneKind = 'channel' | 'plane';

/** Lanes, and what was done on them. */
export type GanttView = {
  /** The stretch that shows the latest collection and what waits for it. */
  from_ns: number;
  to_ns: number;
  now_ns: number;
  /** What was given to planes before is not known. */
  seen_from_ns: number;
  /** The request that was begun last, and the group of planes that served it. */
  request: number;
  group: number;
  /** Logical pages from this number on are the layer's own. */
  logical_pages: number;
  lanes: Array<GanttLane>;
  /** By their beginning. */
  bars: Array<GanttBar>;
  collections: Array<GanttCollection>;
};

/** The device as opened. */
export type Geometry = {
  channels: number;
  chips_per_channel: number;
  planes_per_chip: number;
  blocks: number;
  pages_per_block: number;
  page_bytes: number;
  logical_pages: number;
  physical_pages: number;
  /** Erases that a block survives. */
  endurance: number;
};

/** What is happening and why. */
export type Headline = {
  text: string;
  /** The chain of causes, oldest first, ending with the present operation; `trigger`: the condition that began it when it did. */
  causes: Array<Cause>;
};

/** The looks of the logical blocks in sight. */
export type Identities = {
  /** Their numbers. */
  lbn: Array<number>;
  /** The appearance of each. */
  appearance: Array<number>;
};

/** What the trace is, and the digest by which a sweep knows it. */
export type ImportedTrace = {
  /** The columns that were given, as `workload.columns` has them; null where the content tells how it is read. */
  columns: string | null;
  /** SHA-256 of the file as stored. */
  sha256: string;
  /** Its name. */
  name: string;
  /** Its format. */
  format: TraceFormat;
  /** The share of its first lines that have the format's shape; none if the format was given. */
  confidence: number | null;
  /** What gave the format away, in words. */
  reason: string;
  /** The unit of the file's times. */
  time_unit: string;
  /** The units of the file's addresses and sizes. */
  address_unit: string;
  /** How the file tells reads from writes. */
  op_convention: string;
  /** What it was packed in, from the inside out, as "tar in gzip"; none if it was not. */
  stored_as: string | null;
  /** Its size as stored, in bytes. */
  stored_bytes: number;
  /** The size of the text read, in bytes. */
  text_bytes: number;
  /** Number of lines read, of whatever kind. */
  lines: number;
  /** Number of requests kept, of all devices. */
  requests: number;
  /** The devices with requests, ascending by number. */
  devices: Array<TraceDevice>;
  /** Where the recorded file system kept its journal, if the file beside the trace says so. */
  journal: TraceJournal | null;
  /** The lines that are not requests. */
  bad_lines: BadLines;
  /** Why there is less than the whole trace; none if it is whole. */
  ended_early: string | null;
  /** What else there is to know, in words. */
  notes: Array<string>;
  /** The flash operations, of a log of them. */
  operations: RecordedOperations | null;
};

export type Invariants = {
  checked: number;
  broken: BrokenRule | null;
};

export type JournalBlocks = {
  first: number;
  end: number;
};

/** How a rehearsal keeps a group. */
export type KeptAs = {
  records: number;
} | 'bits';

export type Latency = {
  bin_requests: number;
  p50_ns: Array<number>;
  p99_ns: Array<number>;
  max_ns: Array<number>;
  gc_runs: Array<number>;
};

/** What a layer does and does not do. */
export type LayerTraits = {
  merges: boolean;
  collects: boolean;
  caches_map: boolean;
  /** Whether it keeps pages of the host in RAM of its own, and so takes no buffer. */
  caches_pages: boolean;
  /** Whether pages stand in stripes across the channels, one page of each being parity. */
  has_stripes: boolean;
  /** What its operations are for, besides the host's. */
  purposes: Array<Purpose>;
};

/** A layer's blocks and map. */
export type LayerView = {
  /** Log blocks and their kind, the oldest first; blocks being written. */
  parked: Array<ParkedBlock>;
  /** How many there are in all. */
  parked_total: number;
  /** The data block of each logical block, `NONE` where it has none; empty for large devices, and for layers that have none. */
  homes: Array<number>;
  /** What becomes of updates, where the stage is that of log blocks. */
  updates: Updates | null;
  map: MapView | null;
  /** Who shares the blocks that park updates, where each has a few of its own (NFTL, SAST). */
  shared: SharedBlocks | null;
  cache: CacheView | null;
  buffer: BufferView | null;
  ttflash: TtflashView | null;
  openchannel: OpenChannelView | null;
};

/** Whichever of some systems comes to least. */
export type LeastOf = {
  of: Array<string>;
  /** Of this metric. */
  by: string;
};

/** A page that was used, or that left. Places count from the end farthest from leaving, which is 0. */
export type LineStep = {
  /** Operations that had been carried out. */
  op: number;
  /** The page. */
  lpn: number;
  /** What happened. */
  how: LineStepKind;
  /** Its place before; none if it was not in the line. */
  from: number | null;
  /** Its place after; none if it is not in the line. */
  to: number | null;
  /** Pages that the line may have before it gives one up, before and after, where that changes. */
  share: [number, number] | null;
};

/** What happened to it. */
export type LineStepKind = 'arrived' | 'overwritten' | 'read' | 'fetched' | 'dropped' | 'written';

/** How a log is written. */
export type LogFormat = 'csv' | 'chrome';

/** What an entry is looked up for. */
export type LookupCause = 'host-read' | 'host-write' | 'host-trim' | 'gc';

/** A map block that somebody asks for. */
export type MapBlockDetails = {
  row: DirectoryRow;
  first_lbn: number;
  entries: Array<TableEntry>;
};

/** A look-up. */
export type MapBlockWalk = {
  /** The operation that began it. */
  op: number;
  request: number;
  lbn: number;
  id: number;
  /** The place of its entry in the map block. */
  entry: number;
  hit: boolean;
  cause: LookupCause;
  /** The step last carried out, 1 to 9; a hit is over after 2. */
  step: number;
  /** Where the block goes. */
  slot: number | null;
  address: number | null;
  victim: MapVictim | null;
  /** Where the block comes from; null where it was never written. */
  from: [number, number] | null;
  /** Pages written back and read so far, and of a map block. */
  written: number;
  read: number;
  pages: number;
  hotness_before: number;
  hotness_after: number;
  ppn: number | null;
  /** The operation of each step. */
  ops: Array<number | null>;
  /** Map blocks where they lie on the SSD: the victim's old and new place, the block fetched, and neighbours. */
  flash: Array<FlashMapBlock>;
};

/** What the map cost so far, for layers that keep it on flash. */
export type MapCache = {
  lookups: number;
  hits: number;
  evictions: number;
  write_backs: number;
  lazy_updates: number;
  /** Translation pages read and programmed: looking up, updating, collecting. */
  reads: [number, number, number];
  programs: [number, number, number];
};

export type MapCacheSlot = {
  slot: number;
  address: number;
  id: number | null;
  /** Whether the bitmap says that it is used. */
  used: boolean;
  dirty: boolean;
  hotness: number;
  entries: Array<TableEntry>;
};

/** The map. */
export type MapCacheView = {
  policy: string;
  entries_per_block: number;
  map_blocks: number;
  /** Flash pages of a map block. */
  block_pages: number;
  block_bytes: number;
  cache_blocks: number;
  used: number;
  dirty: number;
  /** Cache, directory and bitmap; and the whole table. */
  memory_bytes: number;
  full_bytes: number;
  directory_bytes: number;
  /** By map block, in address order: 0 on the SSD, 1 in memory, 2 in memory and changed, 3 never written. */
  state: Array<number>;
  /** By map block in memory: hotness from 0 to 255 by logarithm, from the least now to the hottest; 0 for the others. */
  heat: Array<number>;
  /** What the least and the most of those in memory are worth. */
  least: number;
  hottest: number;
  /** Map blocks that have entries of the journal: the first, and the one behind the last. */
  journal: JournalBlocks | null;
  /** Rows of the directory around the map block looked up. */
  rows: Array<DirectoryRow>;
  slots: Array<MapCacheSlot>;
  /** The last look-up. */
  walk: MapBlockWalk | null;
};

/** Look-ups, and the time of a host page with and without what they cost. */
export type MapCosts = {
  lookups: number;
  hits: number;
  loads: number;
  write_backs: number;
  page_ns: number | null;
  full_page_ns: number | null;
};

/** How blocks are laid out on the map. Block b stands on shelf ⌊b / per_shelf⌋ at pixel ⌊(b mod per_shelf) × width / per_shelf⌋. */
export type MapLayout = {
  /** Pixels across. */
  width: number;
  /** Pixels of a shelf, top to bottom. */
  shelf_height: number;
  /** Shelves. */
  shelves: number;
  /** Blocks of a shelf. */
  per_shelf: number;
};

export type MapSegment = {
  entries: number;
  capacity: number;
  first: Array<CachedEntry>;
};

/** Translation pages brought up to date after a collection. */
export type MapUpdates = {
  victim: number | null;
  /** Data pages moved, and the first of them. */
  moved: number;
  /** The data pages that moved, the first of them. */
  lpns: Array<number>;
  /** Whether the collection is over. */
  over: boolean;
  /** Translation pages read and programmed so far, in order. */
  pages: Array<UpdatedPage>;
};

export type MapVictim = {
  id: number;
  hotness: number;
  dirty: boolean;
  from: [number, number] | null;
  to: [number, number] | null;
  slot: number;
  address: number;
};

/** A mapping table of which only part is in RAM. */
export type MapView = {
  /** Entries of a translation page. */
  entries_per_page: number;
  /** Protected and probationary segment of the cache, most recently used first; only the first entries are listed. */
  segments: [MapSegment, MapSegment];
  /** Entries that differ from the flash. */
  dirty: number;
  /** Cached entries by stretch of the map. */
  resident: Array<number>;
  /** Where translation pages live, from `directory_first` on. */
  directory: Array<number | null>;
  directory_first: number;
  /** Translation pages there are. */
  pages: number;
  /** Logical blocks that one entry maps, each with its block; none where entries map single pages alone. */
  whole_blocks: Array<[number, number]> | null;
  /** Whether an entry that is missing is read before room is made for it. */
  loads_first: boolean;
};

/** A look-up. */
export type MapWalk = {
  /** The request that needs it. */
  request: OperationKind;
  lpn: number;
  hit: boolean;
  steps: Array<WalkStep>;
};

/** A footprint on a device under one address mapping. */
export type MappedFootprint = {
  /** The mapping. */
  mode: AddressMode;
  /** What is touched on the device. */
  touched: TraceFootprint;
  /** Requests that are dropped whole. */
  dropped: number;
  /** Requests of the device, of which one of the trace may become several. */
  requests: number;
  /** Why the device refuses it; none if it does not. */
  refused: string | null;
};

/** How a logical block is rebuilt. */
export type MergeKind = 'switch' | 'partial' | 'full';

export type MergeRow = {
  /** Its operation; null while it waits. */
  op: number | null;
  lbn: number;
  merge: MergeKind;
  state: MergeState;
  old_block: number | null;
  new_block: number | null;
  /** By place: the block that the page came from or will come from; none where there is no page. */
  from: Array<number | null>;
  /** By place: whether it is in the new block. */
  done: Array<boolean>;
  /** By place: whether the host's own write rode along. */
  host: Array<boolean>;
  copies: number;
  erases: number;
  copies_ahead: number;
};

/** How far a rebuild has come. */
export type MergeState = 'done' | 'running' | 'waiting';

/** Merges of one request. */
export type MergeStory = {
  /** The log block being emptied, where one was chosen. */
  reclaim: Reclaim | null;
  /** Rebuilds in order: done, at most one running, waiting. */
  rows: Array<MergeRow>;
  /** Rebuilds beyond those told. */
  more_rows: number;
  copy_ns: number;
  program_ns: number;
  erase_ns: number;
  copies: number;
  erases: number;
  /** Copies and erases still to come. */
  copies_ahead: number;
  erases_ahead: number;
  /** Pages of the host's own: programmed since the story began, in a rebuild or after it, and still to come. */
  programs: number;
  programs_ahead: number;
};

/** Merges so far, of layers that merge. */
export type Merges = {
  switch: number;
  partial: number;
  full: number;
  /** Log blocks emptied. */
  reclaims: number;
  /** Logical blocks with valid pages in them, all together and the most at once. */
  associativity_sum: number;
  associativity_max: number;
};

/** A moment of a run that one may want to go to. */
export type Moment = 'gc' | 'merge' | 'map-miss' | 'map-step' | 'swap' | 'flush' | 'session' | 'rebuild' | 'wait' | 'bad-block';

/** Pages of a logical block that change places in RAM, or leave it. */
export type Moved = {
  /** The logical block. */
  lbn: number;
  /** Their places in it, ascending. */
  offsets: Array<number>;
  /** Where from: a block slot, or none for page slots. */
  from_slot: number | null;
  /** The column of page slots that they leave; none where they leave a block slot. */
  column: number | null;
  /** Where to. */
  to: MovedTo;
};

/** Where pages in RAM go. */
export type MovedTo = {
  place: 'pages';
} | {
  place: 'block';
  slot: number;
} | {
  place: 'flash';
};

/** What leaves next: a page, or a logical block. */
export type NextToLeave = {
  lbn: number;
  lpn: number | null;
};

/** What can be observed in a layer or a buffer. */
export type Observables = {
  /** Its stage; none where the picture of the flash shows all of it. */
  stage: StageName | null;
  /** What one may step to, in the order in which it is offered. */
  moments: Array<Moment>;
  /** The one of them that people wait for. */
  awaited: Moment;
  /** What can come true of it, besides [`BreakpointKind::ALWAYS`]. */
  breakpoints: Array<BreakpointKind>;
};

/** Look-ups so far, for the charts. */
export type OpenChannelCharts = {
  lookups: number;
  hits: number;
  journal_lookups: number;
  journal_hits: number;
  /** By bin of the response times: requests, and map blocks that they had to wait for. */
  per_bin: Array<[number, number]>;
};

/** The host FTL, and what its map has cost so far. */
export type OpenChannelView = {
  /** Null where `map` is. */
  costs: MapCosts | null;
  pus: number;
  lines: number;
  chunk_pages: number;
  /** By line: 0 free, 1 open, 2 closed, 3 being collected, 4 bad. */
  line_states: Array<number>;
  line_valid: Array<number>;
  /** By line: 0 data, 1 map. */
  line_kinds: Array<number>;
  /** Closed data lines by what is left in them: nothing, little (below a quarter), below half, more, all. */
  lists: [number, number, number, number, number];
  gc: CollectedLine | null;
  limiter: RateLimiter;
  /** The map, where only part of it is in memory. */
  map: MapCacheView | null;
};

/** An experiment that is open. */
export type Opened = {
  /** The document with every default filled in. */
  document: Record<string, unknown>;
  /** Its device. */
  geometry: Geometry;
  /** How addresses of the trace were fitted to the device; null for generators. */
  address_mode: AddressMode | null;
  /** Whether its clock charges the fixed part of a command once for many pages; else each page is charged it. */
  joins_commands: boolean;
  /** What there is to see in it. */
  observables: DeviceObservables;
  /** What is replayed of a trace; null for generators. */
  trace: Coverage | null;
  /** What theory says of its write amplification; null where there is no curve for it. */
  theory: TheoryCurve | null;
};

/** An operation. */
export type Operation = {
  index: number;
  kind: OperationKind;
  /** The operation that made this one necessary. */
  cause: number | null;
  request: number;
  start_ns: number | null;
  end_ns: number | null;
  /** Logical page; from the number of logical pages on, a page of the layer's own: translation page `lpn − logical_pages`. */
  lpn: number | null;
  /** Pages a host request covers, from `lpn` on; 1 for page operations. */
  pages: number;
  /** Page read or moved from. */
  from: number | null;
  /** Page programmed. */
  to: number | null;
  /** Page that became invalid by this operation. */
  stale: number | null;
  /** Block erased, collected or gone bad. */
  block: number | null;
  /** Block slot in RAM. */
  slot: number | null;
  /** What it served: `host`, `gc`, `wear`, `full`, `map` … (`flash/operation.rs`). */
  purpose: Purpose;
};

/** What an operation does. */
export type OperationKind = 'host-read' | 'host-write' | 'host-trim' | 'host-flush' | 'read' | 'read-unmapped' | 'program' | 'copy' | 'erase' | 'trim' | 'gc-start' | 'gc-end' | 'wear-start' | 'wear-end' | 'switch-merge' | 'partial-merge' | 'full-merge' | 'merge-end' | 'reclaim-start' | 'reclaim-end' | 'map-hit' | 'map-miss' | 'map-evict' | 'map-step' | 'convert-start' | 'convert-end' | 'cache-hit' | 'cache-insert' | 'set-evict' | 'swap' | 'flush-start' | 'plug-start' | 'flush-end' | 'session-end' | 'rebuild' | 'wait' | 'held-back' | 'plane-dead' | 'unreadable' | 'resplit' | 'block-bad' | 'program-failed' | 'block-replaced' | 'power-cut' | 'recovery';

/** Operations of one kind for one purpose. */
export type OperationTally = {
  kind: OperationKind;
  purpose: Purpose;
  count: number;
  /** The first of them, and the block that it names. */
  op: number;
  block: number | null;
  /** What triggered it, in words. */
  trigger: string | null;
};

/** A trace that takes the place of a paper's. */
export type OwnTrace = {
  /** Of its file. */
  name: string;
  /** Of its content, if it is known. */
  sha256: string | null;
  /** Of the device that is replayed. */
  requests: number;
};

export type OwnerMember = {
  lbn: number;
  home: BlockPages | null;
};

/** What pages in RAM spared the flash so far, for layers that keep such. */
export type PageCache = {
  /** Pages that the host asked for: found in page slots, in block slots, not found. */
  read: [number, number, number];
  write: [number, number, number];
  set_evictions: number;
  swaps: number;
  flushes: number;
  /** Pages that were in RAM when their block was flushed. */
  flushed_pages: number;
  /** Pages read up from flash for it. */
  read_up: number;
};

/** What is known about a page. */
export type PageDetails = {
  /** Physical page number. */
  page: number;
  /** Its block. */
  block: number;
  /** Its place in the block. */
  offset: number;
  /** How it looks. */
  state: PageState;
  /** The logical page it holds or held. */
  lpn: number | null;
  /** Which version of it. */
  version: number;
  /** The 8 bytes that stand for its content, in hexadecimal. */
  content: string | null;
  /** Host page writes since then. */
  age_writes: number;
  /** Erases of its block. */
  block_erases: number;
  /** Valid pages of its block. */
  block_valid: number;
  /** Mean erases of all blocks. */
  mean_erases: number;
};

/** States as they are drawn. The numbers are those of the page's arrays. */
export type PageState = 'free' | 'valid' | 'invalid' | 'parity' | 'translation' | 'bad' | 'torn';

/** Colours as 0xAABBGGRR words. */
export type Palette = {
  /** By [`Look`]. */
  states: Array<number>;
  /** Little to much wear. */
  wear: Array<number>;
  /** Young to old. */
  age: Array<number>;
  /** Cold to hot. */
  temperature: Array<number>;
  /** Identity hues. */
  owners: Array<number>;
  /** What dimmed pixels fade to. */
  paper: number;
};

/** One settable value. */
export type Parameter = {
  /** Its name below the component, a dot at each level: `gc.low`. */
  name: string;
  kind: ParameterKind;
  default: unknown;
  help: string;
  /** Whether it can change on a device that holds data. */
  changes: boolean;
};

/** What a parameter accepts. */
export type ParameterKind = {
  type: 'integer';
  min: number;
  max: number;
  nullable: boolean;
} | {
  type: 'number';
  min: number;
  max: number;
} | {
  type: 'boolean';
} | {
  type: 'choice';
  words: Array<string>;
  /** How people read those words that they read otherwise. */
  titles: Record<string, string>;
} | {
  type: 'text';
} | {
  type: 'formula';
  of: string;
};

/** A block in a role of its own: it is written now, or parks updates until they are merged. */
export type ParkedBlock = {
  role: BlockRole;
  block: number;
  /** The logical block it belongs to, where it is one. */
  lbn: number | null;
  /** Distinct logical blocks with valid pages in it. */
  owners: number;
  page_state: Array<number>;
  page_owner: Array<number>;
};

export type PastSession = {
  index: number;
  alpha: number;
  lambda: number | null;
};

export type PlaneQueue = {
  reads: number;
  programs: number;
  collecting: number;
};

/** What a plane is at, as far as its collections go. */
export type PlaneState = 'idle' | 'waits' | 'collects' | 'dead';

/** What a plane carries out. */
export type PlaneWork = 'read' | 'program' | 'copy' | 'erase';

/** Where a lane stands. */
export type Position = {
  /** Operations carried out. */
  op: number;
  /** Requests begun. */
  request: number;
  /** Requests the whole run has. */
  requests: number;
  /** Simulated time. */
  simulated_ns: number;
  /** GC runs begun. */
  gc_runs: number;
  /** Operations known so far: the farthest point this lane has ever reached. */
  known_ops: number;
  /** Why the run cannot go on from here, if so. */
  ended: Ended | null;
};

/** Where power can be cut, and what a cut cost. */
export type Power = {
  /** Flash operations begun: the next one has this number, as `run.power_cut` counts them. */
  flash_operations: number;
  /** Whether the device finds its data again; a run without that cannot be cut. */
  recovers: boolean;
  /** What the cut cost; null before one. */
  outcome: PowerOutcome | null;
};

/** What a power cut cost. */
export type PowerOutcome = {
  /** Acknowledged pages whose newest version is gone. */
  lost_pages: number;
  /** Loss and recovery, in words. */
  told: string;
};

/** Values of several parameters under one name. */
export type Preset = {
  title: string;
  help: string;
  /** By dotted path, the section included. */
  values: Record<string, unknown>;
};

/** What a way of making room costs in flash operations. */
export type Price = {
  /** The way. */
  label: string;
  /** Page reads. */
  reads: number;
  /** Page programs. */
  programs: number;
  /** Block erases. */
  erases: number;
  /** Their time one after another, in nanoseconds. */
  ns: number;
};

/** What made a flash operation necessary: every counter is split by it. */
export type Purpose = 'host' | 'gc' | 'wear' | 'recovery' | 'switch' | 'partial' | 'full' | 'reclaim' | 'map' | 'map-update' | 'map-gc' | 'convert' | 'flush' | 'rewrite' | 'fill' | 'parity' | 'rebuild' | 'pad' | 'replace';

/** What is ranked. */
export type RankedOf = 'block' | 'logical-block' | 'page';

/** Why there is nothing to rank. */
export type RankingMissing = 'nothing-chooses' | 'other-policy';

/** A candidate. */
export type RankingRow = {
  /** Its number: of a block, a logical block or a logical page. */
  number: number;
  /** The value of the formula; null where it is infinite or not a number. */
  value: number | null;
  /** The value as people read it: "12.5", "∞", "NaN". */
  shown: string;
  /** Each quantity of the formula's vocabulary, by name. */
  quantities: Record<string, number>;
  /** The values of the terms, in their order, as people read them. */
  terms: Array<string>;
  /** Whether taking it frees anything; a block without is never taken. */
  has_gain: boolean;
};

/** A part of a formula. */
export type RankingTerm = {
  /** `+`, `-`, `*`, `/` or `%`; empty before the first. */
  sign: string;
  /** As it would be typed. */
  text: string;
};

/** Who may fill the ring of writes: the host, or garbage collection. */
export type RateLimiter = {
  free_chunks: number;
  /** Chunks at or above which the host has the ring alone. */
  high: number;
  /** Chunks at or below which it may not write. */
  reserved: number;
  ring: number;
  user_max: number;
  gc_max: number;
  /** Entries of the ring taken now. */
  user: number;
  gc: number;
  /** Pages of writes that wait to enter it. */
  waiting: number;
};

/** What came of a claim by another reading. */
export type ReadClaim = {
  /** Its word, as in the figure's readings. */
  id: string;
  name: string;
  /** Absent in results that are older. */
  basis?: ReadingBasis;
  settings: string;
  /** null as long as runs are missing. */
  held: boolean | null;
  /** The same as a word. */
  judgement: ClaimJudgement | null;
  /** Whether the same is measured as by our own reading. */
  no_effect: boolean;
  measured: string | null;
};

/** What a reading rests on: a reader is not to take for the paper's what was assumed here. */
export type ReadingBasis = 'published' | 'partly' | 'assumed';

export type Reclaim = {
  op: number;
  block: number;
  /** Whether its own erase is over. */
  over: boolean;
};

/** What is told of a log beside the requests: how much there is, and how it is carried out. */
export type RecordedOperations = {
  /** Operations, without those that begin a request. */
  operations: number;
  /** The experiment that carries it out, all but the file. */
  document: Record<string, unknown>;
  /** How the device was told, in sentences. */
  notes: Array<string>;
};

/** Something refused; text for people, with the field where there is one. */
export type Refusal = {
  /** What sort it is of. */
  kind: RefusalKind;
  /** Which place, which value, what was expected. */
  text: string;
  /** Dotted path of the field. */
  field: string | null;
  /** JSON text of the nearest value that would do. */
  nearest: string | null;
};

/** What was refused. */
export type RefusalKind = 'value' | 'unknown-field' | 'conflict' | 'too-large' | 'document' | 'trace' | 'run';

/** The buffer rehearsed with another α. */
export type Rehearsal = {
  alpha: number;
  /** Whether it has the α in force. */
  running: boolean;
  cost_ns: number;
  groups: number;
  evictions: number;
  /** Its cost after each 64th of the session so far. */
  trail: Array<number>;
};

/** Bytes of the rehearsals, of the buffer and of the log. */
export type RehearsalMemory = {
  kept: [number, number];
  full: [number, number];
};

/** A block: its share of valid pages from 0 to 255, its erases, and its state as a number. */
export type SampledBlock = [number, number, number];

/** A device as every `step`-th of its blocks. */
export type SampledMap = {
  blocks: number;
  step: number;
  cells: Array<SampledBlock>;
};

/** What moves a claim. */
export type Sensitivity = {
  claim: string;
  figure: string;
  statement: string;
  /** Of the core that carried it out. */
  version: string;
  quick: boolean;
  /** The reading of the paper by which it is judged; null for our own. */
  reading: string | null;
  /** With our own settings; null as long as runs are missing, or where they cannot be made. */
  held: boolean | null;
  /** How far inside its bound the claim holds there, outside if negative; null where that is no number. */
  margin: number | null;
  /** What was measured there of the inequality nearest to failing. */
  measured: string | null;
  /** How firm the claim is, in a sentence; null as long as runs are missing. */
  words: string | null;
  /** What is varied, the choices that move the claim most first once all is there. */
  choices: Array<SensitivityChoice>;
  /** The two that move it most, together; null until they are known, or where there are no two. */
  pair: SensitivityPair | null;
  /** What repeats it. */
  command: string;
};

/** A choice, and what comes of its values. */
export type SensitivityChoice = {
  /** Its word: "length". */
  id: string;
  title: string;
  /** In ascending order of what they are multiplied by; seeds in theirs. */
  values: Array<SensitivityValue>;
  /** Which of them is our own. */
  own: number;
  /** Where the claim tips between two of them, in words and as a place among them: 1.5 is halfway from the second to the third. */
  tips: Array<SensitivityTip>;
  /** What comes of it, in a sentence; null as long as runs are missing. */
  words: string | null;
};

/** Two choices made otherwise together. */
export type SensitivityPair = {
  /** Words of the choices. */
  x: string;
  y: string;
  /** Row by row of y, in each by x. */
  rows: Array<Array<SensitivityValue>>;
  /** What comes of it, in a sentence; null as long as runs are missing. */
  words: string | null;
};

/** Where a claim tips. */
export type SensitivityTip = {
  at: number;
  label: string;
};

/** A value of a choice, or two of two. */
export type SensitivityValue = {
  label: string;
  /** null as long as runs are missing, or where they cannot be made. */
  held: boolean | null;
  /** null also where it is no number. */
  margin: number | null;
  measured: string | null;
  /** Why its runs cannot be made; null where they can. */
  refused: string | null;
};

export type SessionProgress = {
  index: number;
  writes: number;
  length: number;
};

/** Who shares the blocks that park updates. */
export type SharedBlocks = {
  /** First the one being worked on, then those with blocks, who wrote longest ago first, then others; at most 8. */
  owners: Array<BlockOwner>;
  /** How many have blocks. */
  owners_total: number;
  /** Most blocks that each may have. */
  most: number;
  /** Blocks of the pool in a plane, and those not lent. */
  pool: number;
  free: number;
};

/** The figures up to the present position. Requests of a warm-up count. */
export type SoFar = {
  /** Where the lane stood when they were taken: operations carried out, and requests begun. */
  op: number;
  request: number;
  /** Requests that are over. */
  requests: number;
  /** None before any is. */
  mean_response_ns: number | null;
  /** To the next 3 % above. */
  p99_ns: number | null;
  /** Of the last request that was begun; none while it is not over. */
  last_response_ns: number | null;
  /** What the time of the requests that are over went to, those of a background left out. */
  time_by_purpose: TimeByPurpose;
  erases: number;
  /** RAM of tables and buffers. */
  ram_bytes: number;
  /** What the last request that was begun made necessary, as far as it has come. */
  tallies: Array<OperationTally>;
};

/** The flash in a frame; its arrays travel apart. */
export type Stage = {
  kind: 'cells';
} | {
  kind: 'map';
  /** How blocks are laid out. */
  layout: MapLayout;
  /** The shelves whose pixels are told, in order. */
  shelves: Array<number>;
};

/** A picture of a layer or a buffer at work, above that of the flash. */
export type StageName = 'logs' | 'map' | 'stripes' | 'host-map' | 'cache' | 'buffer';

/** What the page wants to see of the flash. */
export type StageRequest = {
  kind: 'none';
} | {
  kind: 'cells';
} | {
  kind: 'map';
  /** What is drawn, and how. */
  style: Style;
  /** Whether every shelf is to be sent, not only changed ones. */
  full: boolean;
};

/** The stages of a device, as a write meets them; none where a part has none of its own. */
export type Stages = {
  /** That of the write buffer. */
  buffer: StageName | null;
  /** That of the translation layer. */
  layer: StageName | null;
};

export type StandingPage = {
  lpn: number;
  clean: boolean;
};

/** What a step goes by. */
export type StepUnit = 'operation' | 'request' | Moment;

/** Reads so far, and what garbage collection did to them. */
export type StripeCharts = {
  reads: number;
  gc_blocked: number;
  queue_blocked: number;
  rebuilt_pages: number;
  waits_chosen: number;
  waits_forced: number;
  /** In the bins of the response times: reads that waited for a collection, others that waited behind such, all. */
  per_bin: Array<[number, number, number]>;
  /** The response that a share of the reads does not exceed; only shares that there are enough reads for. */
  read_tail: Array<[number, number]>;
};

/** What is to be drawn, and how. */
export type Style = {
  /** Where blocks stand. */
  layout: MapLayout;
  /** What colour stands for. */
  colour_by: ColourBy;
  /** Colours. */
  palette: Palette;
  /** The only state in full colour. */
  isolate: PageState | null;
};

/** One axis. */
export type SweepAxis = {
  /** Its dotted path. */
  path: string;
  /** Numbers, words, true or false, null; each once. */
  values: Array<string | number | boolean | null>;
} | {
  /** Each with a title. */
  policies: Array<SweepPolicy>;
};

/** The points of a sweep, none of them run. */
export type SweepPlan = {
  /** SHA-256 of all that decides the results. */
  id: string;
  count: number;
  axes: Array<SweepAxis>;
  points: Array<SweepPoint>;
};

/** A point: an experiment at one place along each axis. */
export type SweepPoint = {
  index: number;
  /** By the path of each axis, and under `policy` the title of the policy. */
  settings: Record<string, string | number | boolean | null>;
  document: Record<string, unknown>;
};

/** Settings with a name. */
export type SweepPolicy = {
  /** What it is called. */
  title: string;
  /** Its settings: dotted paths of single fields, in order. */
  set: Record<string, string | number | boolean | null>;
};

/** A trace, whatever its name. */
export type SweepTrace = {
  /** SHA-256 of the file as stored, in lower-case hexadecimal digits. */
  sha256: string;
  /** Where the recorded file system kept its journal, if the file beside the trace says so. */
  journal: TraceJournal | null;
};

/** Where lanes that stand side by side go to: always the beginning of a request, so that they can stand at the same one. */
export type SyncPoint = {
  request: number;
} | {
  time_ns: number;
};

/** An entry of the table: a logical page and where it is; null for nowhere. */
export type TableEntry = [number, number | null];

export type Tail = {
  ns: Array<number>;
  share: Array<number>;
  count: number;
};

/** A closed form that applies to the experiment. */
export type Theory = {
  /** The write amplification it gives. */
  value: number;
  /** Its name and the effective α. */
  label: string;
};

/** A model's write amplification over room. */
export type TheoryCurve = {
  /** Which model it is. */
  model: string;
  /** α of the device. */
  alpha: number;
  /** α and the write amplification there, from little room to much. */
  points: Array<[number, number]>;
};

/** The time of requests, by what it went to. The parts of each sum make its total exactly. */
export type TimeByPurpose = {
  /** Of all of them. */
  all: TimeSums;
  /** Of the hundredth, rounded up, that took longest; of requests that took equally long those that were begun first. */
  slowest_1_percent: TimeSums;
  /** Of the thousandth, likewise. */
  slowest_0_1_percent: TimeSums;
};

/** Response times of some requests, all together, and what they went to. */
export type TimeSums = {
  /** How many requests. */
  requests: number;
  /** Their responses. */
  total_ns: number;
  /** The host's own pages, and the controller's work for them. */
  host_ns: number;
  /** Earlier requests. */
  waiting_ns: number;
  /** Garbage collection of data. */
  gc_ns: number;
  /** Merges of all kinds. */
  merge_ns: number;
  /** The mapping table. */
  map_ns: number;
  /** Making whole what is not. */
  padding_ns: number;
  /** Keeping parity, and reading by it. */
  parity_ns: number;
  /** From RAM to flash. */
  flush_ns: number;
  /** Wear levelling, recovery. */
  other_ns: number;
};

export type TimelineFlag = {
  request: number;
  label: string;
};

/** The marks on the timeline. */
export type TimelineMarks = {
  /** One entry a bin of the timeline (`bins` in the request): how many of each happened in it. */
  gc: Array<number>;
  erase: Array<number>;
  wear: Array<number>;
  merges: Array<number>;
  map_misses: Array<number>;
  swaps: Array<number>;
  flushes: Array<number>;
  plugs: Array<number>;
  sessions: Array<number>;
  rebuilds: Array<number>;
  waits: Array<number>;
  /** Breakpoints hit and other single events, by request. */
  flags: Array<TimelineFlag>;
};

/** Requests of a kind. */
export type TraceAmount = {
  /** How many. */
  requests: number;
  /** How much they move. */
  bytes: number;
  /** The largest of them. */
  max_bytes: number;
  /** Those that begin and end at a page of 4 KiB. */
  aligned: number;
};

/** What a column may be. */
export type TraceColumnGuess = {
  /** Its word in `workload.columns`. */
  meaning: string;
  /** The unit's word; empty where it has none. */
  unit: string;
};

/** The requests of one device, in order of time; of equal times in the order of the file. */
export type TraceDevice = {
  /** Its number in the file. In MSR traces: 65536 × its host's place among the hosts, plus the disk's number. */
  device: number;
  /** What a person calls it, such as `hm.1`. */
  label: string;
  /** How long after the first request of all that were kept its own first came, in nanoseconds. */
  starts_after_ns: number;
  /** What they are. */
  summary: TraceSummary;
};

/** Addresses that are touched, each counted once. */
export type TraceFootprint = {
  /** How much, in pieces of `unit_bytes`. */
  bytes: number;
  /** Pages of 4 KiB that hold some of it. */
  pages: number;
  /** What is counted whole if any of it is touched: a sector; more where there would be too many pieces to keep apart. */
  unit_bytes: number;
};

/** A trace format that is read. */
export type TraceFormat = 'spc' | 'msr' | 'ssdsim' | 'disksim' | 'alibaba' | 'tencent' | 'systor' | 'fio-log' | 'fio-iolog' | 'blkparse' | 'ftrace' | 'biosnoop' | 'etw' | 'cloudphysics' | 'operations' | 'csv';

/** What a format is called and what its columns mean. */
export type TraceFormatInfo = {
  /** Its name in an experiment document. */
  name: string;
  /** Its name for a person. */
  title: string;
  /** Its columns, as a person would write them down. */
  columns: string;
  /** The unit of its times. */
  time_unit: string;
  /** The units of its addresses and sizes. */
  address_unit: string;
  /** How it tells reads from writes. */
  op_convention: string;
};

/** Requests that touch the addresses of a row in the time of a column. Those of trims are left out: they would hide the rest. */
export type TraceHeat = {
  /** Columns, which are the bins of time. */
  columns: number;
  /** Rows. */
  rows: number;
  /** The lowest row's first sector. */
  first_sector: number;
  /** Sectors of a row. */
  row_sectors: number;
  /** Reads, column by column, each from the lowest row up. */
  reads: Array<number>;
  /** Writes likewise. */
  writes: Array<number>;
};

/** An extent of the trace's address space that holds a journal. */
export type TraceJournal = {
  /** Its first byte. */
  first_byte: number;
  /** Its length in bytes. */
  bytes: number;
};

/** How requests with sectors follow one another, as DiskSim's synthetic generator has it and the papers that use it. */
export type TraceOrder = {
  /** Requests with sectors that have one before them. */
  followers: number;
  /** Sequential ones: they start where the one before ended. */
  sequential: number;
  /** Local ones: not sequential, and they start closer than two pages of 4 KiB to the start of the one before. */
  local: number;
  /** The others, by the sectors from the end of the one before to their start, in either direction, and by powers of two. */
  jumps_sectors: Array<number>;
};

/** Requests and bytes of bins of time, from the window's first nanosecond on. */
export type TraceOverTime = {
  /** How long a bin is. */
  bin_ns: number;
  /** Reads of each. */
  reads: Array<number>;
  /** Writes of each. */
  writes: Array<number>;
  /** Trims of each. */
  trims: Array<number>;
  /** Flushes of each. */
  flushes: Array<number>;
  /** Bytes read. */
  read_bytes: Array<number>;
  /** Bytes written. */
  written_bytes: Array<number>;
};

/** What the requests of a window are. */
export type TraceOverview = {
  /** The window, with all its edges. */
  window: TraceWindow;
  /** Number of requests. */
  requests: number;
  /** Reads among them. */
  reads: TraceAmount;
  /** Writes among them. */
  writes: TraceAmount;
  /** Trims among them. */
  trims: TraceAmount;
  /** Flushes among them. */
  flushes: number;
  /** When they come. */
  over_time: TraceOverTime;
  /** When and where they are. */
  heat: TraceHeat;
  /** What reads, writes and trims touch. */
  touched: TraceFootprint;
  /** What writes alone touch. */
  written: TraceFootprint;
  /** The lowest sector touched. */
  first_sector: number;
  /** The sector after the highest touched. */
  end_sector: number;
  /** How each follows the one before. */
  order: TraceOrder;
  /** Reads by sectors: the first is those of 0, each next one of twice as many as the one before, from 1 on, up to below the next. */
  read_sizes: Array<number>;
  /** Writes likewise. */
  write_sizes: Array<number>;
  /** Requests by the nanoseconds since the one before, likewise. */
  gaps_ns: Array<number>;
  /** How long pages wait for their next access. */
  reuse: TraceReuse;
  /** Where most requests begin, the most first. */
  hottest: Array<TraceRegion>;
  /** The first requests. */
  first: Array<TraceRow>;
};

/** A region of addresses, and what begins in it. */
export type TraceRegion = {
  /** Its first sector. */
  first_sector: number;
  /** Its sectors: 64 KiB, or as many times twice that as leave few enough regions. */
  sectors: number;
  /** Reads that begin in it. */
  reads: number;
  /** Writes that begin in it. */
  writes: number;
};

/**
 * Reuse distances of pages of 4 KiB: at each read or write of a page that was read or written before, the number of distinct other pages that were since.
 * A least recently used cache of more pages than that has it.
 */
export type TraceReuse = {
  /** Of so many neighbouring pages one is followed, whatever happens to it: 1 is all of them. What is counted is of those; distances are of all. */
  one_in: number;
  /** Accesses of pages. */
  accesses: number;
  /** First ones of their page. */
  first: number;
  /** The others by their distance: of 0, 1, 2 to 3, 4 to 7 pages and so on. */
  distances_pages: Array<number>;
};

/** A request as it stands in the trace. */
export type TraceRow = {
  /** Since the first request of the device, in nanoseconds. */
  t_ns: number;
  /** What it does. */
  op: string;
  /** First sector. */
  sector: number;
  /** Sectors. */
  sectors: number;
};

/** A row of a sheet as a request. */
export type TraceRowRead = {
  is: 'request';
  /** When, in nanoseconds after the first of the rows; negative if it came before that. */
  after_ns: number;
  /** What it does. */
  op: string;
  /** First byte. */
  first_byte: number;
  /** Bytes, widened to whole sectors. */
  bytes: number;
} | {
  is: 'unreadable';
  /** The column at fault. */
  why: string;
};

/** What stands in a sheet. */
export type TraceSheet = {
  /** Its columns in their order. */
  columns: Array<TraceSheetColumn>;
  /** Its first rows without a header. */
  rows: Array<Array<string>>;
};

/** A column of a sheet. */
export type TraceSheetColumn = {
  /** Its name in the header; empty without one. */
  name: string;
  /** What it probably is. */
  guess: TraceColumnGuess | null;
  /** What stands in it, each text once, if that is so little that it may be operations; else nothing. */
  words: Array<TraceWord>;
};

/** What the first rows of a sheet come to. */
export type TraceSheetReading = {
  /** The rows, up to [`READ`] of them; none while the columns do not make requests. */
  rows: Array<TraceRowRead>;
  /** What of the columns is missing or wrong. */
  refused: string | null;
};

/** A stream of records, summed up. Shares are fractions of 1; what does not apply is none. */
export type TraceSummary = {
  /** Number of requests. */
  requests: number;
  /** Reads among them. */
  reads: number;
  /** Writes among them. */
  writes: number;
  /** Trims among them. */
  trims: number;
  /** Flushes among them. */
  flushes: number;
  /** From the first request to the last, in nanoseconds. */
  span_ns: number;
  /** Writes among reads and writes. */
  write_share: number | null;
  /** The share of requests with sectors that start where the one before ended. */
  sequential_share: number | null;
  /** Mean size of requests with sectors, in bytes. */
  mean_bytes: number | null;
  /** Largest size, in bytes. */
  max_bytes: number;
  /** The sector after the last one touched. */
  footprint_end_sector: number;
  /** How many requests arrive in each 128th of the span. */
  arrivals: Array<number>;
  /** What looks as if a unit was taken wrong, with the likely one, in words; told when the format is known. */
  suspicions: Array<string>;
};

/** A window of time and addresses. A request belongs to it if it arrives in it and touches an address of it; a flush, which has none, if it arrives in it. */
export type TraceWindow = {
  /** The first time in it, in nanoseconds since the device's first request. */
  from_ns: number;
  /** The first time after it. */
  to_ns: number;
  /** The first sector in it. */
  first_sector: number;
  /** The first sector after it. */
  end_sector: number;
};

/** A text in a column that may be operations. */
export type TraceWord = {
  /** The text. */
  word: string;
  /** What it commonly means. */
  known: string | null;
  /** What it probably means. */
  guess: string | null;
};

/** What became of a read. */
export type TtflashAnswer = 'rebuilt' | 'waited';

export type TtflashCounts = {
  reads: number;
  rebuilt_pages: number;
  rebuild_reads: number;
  waits_chosen: number;
  waits_forced: number;
  collections: number;
  held_back: number;
  rgc_stalls: number;
};

export type TtflashMember = {
  channel: number;
  plane: number;
  lpn: number | null;
  where: Whereabouts;
  ppn: number | null;
  /** Content as 16 hex digits (of the version that the parity covers). */
  content: string;
};

/** A plane: what it does and what waits for it. */
export type TtflashPlane = {
  state: PlaneState;
  blocks: number;
  free_blocks: number;
  free_pages: number;
  pages: number;
  /** Until its collection is over; 0 if it does not collect. */
  remaining_ns: number;
  victim: number | null;
  /** Valid pages its victim had. */
  moves: number;
  running: PlaneWork | null;
  queue: PlaneQueue;
  /** Pages that stay in RAM for it. */
  held: number;
  /** Up to two pages it holds, as examples: of the lowest stripes of its group. */
  examples: Array<ExamplePage>;
};

export type TtflashRam = {
  capacity: number;
  used: number;
  dirty: number;
  leaving: number;
  held: number;
  /** Pages of writes that wait for room. */
  waiting: number;
  high: number;
  low: number;
  /** Next to leave first; the first 24. */
  stripes: Array<TtflashRamStripe>;
  stripes_total: number;
};

export type TtflashRamStripe = {
  stripe: number;
  group: number;
  pages: number;
  dirty: Array<number>;
  leaving: Array<number>;
  held: Array<number>;
};

/** A read that met a collection. */
export type TtflashRead = {
  /** The operation it led to. */
  op: number;
  request: number;
  at_ns: number;
  /** The page that could not be read. */
  lpn: number;
  group: number;
  /** The channel of its plane. */
  channel: number;
  choice: TtflashAnswer;
  /** Why. */
  why: TtflashReason;
  /** Until the collection is over. */
  remaining_ns: number;
  /** Channels of other pages in use. */
  busy_channels: number;
  /** A page read. */
  read_ns: number;
  /** An XOR. */
  xor_ns: number;
  /** The channels read in its place, those of its request included. */
  others: Array<number>;
  /** What rebuilding takes where nothing else is queued. */
  rebuild_ns: number;
  /** What waiting takes. */
  wait_ns: number;
  saved_ns: number;
  stripe: TtflashStripe;
};

/** What is done, and why. */
export type TtflashReason = 'sooner' | 'dead' | 'later' | 'several' | 'off';

/** A stripe and its XOR. */
export type TtflashStripe = {
  stripe: number;
  group: number;
  parity_channel: number | null;
  /** By channel, ascending. */
  members: Array<TtflashMember>;
  /** Whether XOR of what flash (and what is on its way there) holds is the parity; null where there is none. */
  holds: boolean | null;
};

/** The device and what became of reads so far. */
export type TtflashView = {
  counts: TtflashCounts;
  series: string;
  blocking: Blocking;
  parity: boolean;
  rebuilds: boolean;
  rotates: boolean;
  channels: number;
  groups: number;
  /** By plane: group × channels + channel. */
  planes: Array<TtflashPlane>;
  /** By group: the channel whose plane holds the token; null where none does. */
  tokens: Array<number | null>;
  /** By channel: whether it transfers, the plane that keeps it for its collection, planes that wait for it. */
  buses: Array<ChannelBus>;
  /** Free blocks below which a plane wants to collect, and at which it has enough. */
  gc_start: number;
  gc_stop: number;
  ram: TtflashRam;
  /** The stripe of the page being served. */
  stripe: TtflashStripe | null;
  /** The last read that met a collecting (or dead) plane, in this request or before. */
  read: TtflashRead | null;
  dead: Array<number>;
};

/** How α is found. */
export type Tuner = 'fixed' | 'offline' | 'host' | 'device';

/** Where a page goes that is written again. */
export type UpdatePlace = 'rebuild' | 'log' | 'chain' | 'superblock';

export type UpdatedPage = {
  id: number;
  moved: number;
  programmed: boolean;
};

/** What becomes of a page that is written again, in a layer that maps blocks: by this the stage of log blocks tells the layer. */
export type Updates = {
  /** Where it goes. */
  place: UpdatePlace;
  /** Which log block is emptied first. */
  emptied_first: EmptiedFirst;
  /** Logical blocks that share the blocks for it among themselves; 1 where each has its own, or all share. */
  group_blocks: number;
  /** Who may park where, in a few words. */
  rule: string;
};

/** Wanted with a frame; what is missing is not. */
export type View = {
  /** How the flash is to be told. */
  stage: StageRequest;
  /** Whether figures for the charts are. */
  charts: boolean;
  /** Whether what planes did side by side is. */
  gantt: boolean;
  /** Bins of the timeline; 0 for no marks. */
  timeline_bins: number;
  /** Most operations listed. */
  operations_max: number;
  /** Whether a hash of the whole state is. */
  state_hash: boolean;
  /** Whether every rule of the device is to be checked: after each operation, or at each frame. */
  check: boolean;
};

/** A step of it. */
export type WalkStep = {
  op: number;
  what: WalkStepKind;
  /** Physical page read or programmed. */
  page: number | null;
  /** The logical page whose entry leaves, or the translation page that is read or programmed. */
  id: number | null;
};

/** What a step of a look-up does. */
export type WalkStepKind = 'look-up' | 'evict' | 'read-map' | 'write-map' | 'data';

/** Where a page of a stripe is. */
export type Whereabouts = 'flash' | 'ram' | 'both' | 'nowhere';

export type WriteAmplification = {
  values: Array<number | null>;
  now: number | null;
  theory: Theory | null;
  host_pages: number;
  programs: number;
};

/** What the moments are called, and the operations that they are; in the order of a choice. */
export const MOMENTS: Readonly<Record<Moment, { title: string; kinds: readonly OperationKind[] }>> = {
  'gc': { title: 'GC run', kinds: ['gc-start'] },
  'merge': { title: 'merge', kinds: ['reclaim-start', 'switch-merge', 'partial-merge', 'full-merge'] },
  'map-miss': { title: 'map miss', kinds: ['map-miss'] },
  'map-step': { title: 'mapping step', kinds: ['map-step', 'map-miss', 'map-evict'] },
  'swap': { title: 'swap', kinds: ['swap'] },
  'flush': { title: 'flush', kinds: ['flush-start', 'plug-start'] },
  'session': { title: 'session', kinds: ['session-end'] },
  'rebuild': { title: 'reconstructed read', kinds: ['rebuild'] },
  'wait': { title: 'blocked read', kinds: ['wait'] },
  'bad-block': { title: 'bad block', kinds: ['block-bad', 'block-replaced'] },
};
