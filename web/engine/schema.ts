/** Everything that can be set in an experiment, as the core tells it; the same as `flashlab list --json`. */
export interface Schema {
  /** The version of the core that says this. */
  core_version: string;
  device: Parameter[];
  run: Parameter[];
  presets: Record<string, Preset>;
  /** Ready values for a workload of the kind `mix`, chosen by `workload.standin`. */
  standins: Record<string, Preset>;
  workload: Component[];
  ftl: Component[];
  buffer: Component[];
  formats: { name: string; title: string }[];
  /** What may be another from a request on: at most so many times, and the sections that may get another component. */
  changes: { most: number; request_max: number; kinds: readonly string[] };
}

/** One settable value. */
export interface Parameter {
  /** Its name below the component, a dot at each level: `gc.low`. */
  name: string;
  kind: ParameterKind;
  default: unknown;
  help: string;
  /** Whether it can change on a device that holds data. */
  changes: boolean;
}

export type ParameterKind =
  | { type: 'integer'; min: number; max: number; nullable: boolean }
  | { type: 'number'; min: number; max: number }
  | { type: 'boolean' }
  | { type: 'choice'; words: string[]; titles: Record<string, string> }
  | { type: 'text' };

export interface Preset {
  title: string;
  help: string;
  /** By dotted path, the section included. */
  values: Record<string, unknown>;
}

/** A choosable component: a translation layer, a write buffer, a workload. */
export interface Component {
  kind: string;
  title: string;
  help: string;
  source: string;
  parameters: Parameter[];
  /** What a translation layer does and does not do. */
  traits?: LayerTraits;
}

export interface LayerTraits {
  /** Whether it keeps pages of the host in RAM of its own, and so takes no buffer. */
  caches_pages: boolean;
}
