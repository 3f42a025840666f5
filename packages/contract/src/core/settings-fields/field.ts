import type { Feature } from '../../platform/features.ts';
import { providers } from '../social-providers.ts';

/** A setting: the screen draws its control from this, the server derives type, bounds, refusals and default. */
export type Field = {
  /** Path within its group, such as `github.id`. */
  path: string;
  label: string;
  hint?: string;
  /** Folded away with others for whoever installed the site: it cannot be told without words of the trade. */
  forInstaller?: true;
} & Kind;

/** Text of at most `most` characters, '' by default. `required`: refusal of an empty one; `pattern` with its refusal. */
export type Text = { most?: number; default?: string; required?: string; pattern?: RegExp; refusal?: string };

export type Kind =
  | ({ kind: 'text' } & Text)
  | ({ kind: 'secret' } & Text)
  | ({ kind: 'long'; rows?: number } & Text)
  | ({ kind: 'markdown' } & Text)
  | { kind: 'email'; most: number }
  | { kind: 'address' }
  /** Code by which a search engine knows the owner, or the whole tag around it. */
  | { kind: 'ownership' }
  | { kind: 'picture'; shape?: 'round' | 'large' }
  | { kind: 'switch'; default: boolean }
  | { kind: 'number'; least: number; most: number; unit?: string; default: number }
  /** `options`: label of each value. */
  | { kind: 'choice'; options: Readonly<Record<string, string>>; default: string }
  /** List of numbers, of which some may have no option. */
  | {
      kind: 'checks';
      options: readonly { value: number; label: string }[];
      least: number;
      most: number;
      default: readonly number[];
    }
  | { kind: 'words' }
  /** Milliseconds since 1970. */
  | { kind: 'moment'; default: number }
  | { kind: 'menu' }
  /** Sections of the home page, in order and on or off. */
  | { kind: 'sections' }
  | { kind: 'colour' }
  /** Control of all contacts and their order; the group has no other field. */
  | { kind: 'contacts' };

/** Self-tests that the owner runs beside the settings they depend on. */
export const selfTestNames = ['mail', 'storage', 'hot', 'wechatAccount', ...providers] as const;
export type SelfTest = (typeof selfTestNames)[number];

type Test = { what: SelfTest; label: string };
/** Address below the site's own, to be entered at a third party. */
type Address = { label: string; path: string };

/** Fields of a group, folded together. `sign`: the field whose presence shows that they are configured. */
export type Part = {
  title: string;
  sign: string;
  fields: readonly Field[];
  tests: readonly Test[];
  addresses: readonly Address[];
};

export type Group = {
  /** Name of the group on the server. */
  name: string;
  title: string;
  about?: string;
  fields: readonly Field[];
  /** Subsections, when a single list would be too long. */
  parts?: readonly Part[];
  /** Tests that run against the saved values. */
  tests?: readonly Test[];
  addresses?: readonly Address[];
  /** Hidden while this feature is off. */
  feature?: Feature;
  /** Path of the admin's screen that has these settings, which 站点设置 then leaves out. */
  screen?: string;
};

export type Section = { title: string; groups: readonly Group[] };

export type Value = Record<string, unknown>;
