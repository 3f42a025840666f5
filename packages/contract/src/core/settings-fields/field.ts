import type { Feature } from '../../platform/features.ts';
import { providers } from '../social-providers.ts';

export type Field = {
  /** Path within its group, such as `github.id`. */
  path: string;
  label: string;
  hint?: string;
  /** Folded away with others for whoever installed the site: it cannot be told without words of the trade. */
  forInstaller?: true;
} & Kind;

type Option = { value: string | number; label: string };

export type Kind =
  | { kind: 'text' | 'address' | 'secret'; most?: number }
  | { kind: 'long'; most?: number; rows?: number }
  | { kind: 'markdown' }
  | { kind: 'picture'; shape?: 'round' | 'large' }
  | { kind: 'switch' }
  | { kind: 'number'; least: number; most: number; unit?: string }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'checks'; options: Option[] }
  | { kind: 'words' }
  | { kind: 'moment' }
  | { kind: 'menu' }
  | { kind: 'colour' }
  | { kind: 'contacts' };

/** Self-tests that the owner runs beside the settings they depend on. */
export const selfTestNames = ['mail', 'storage', 'hot', 'wechatAccount', ...providers] as const;
export type SelfTest = (typeof selfTestNames)[number];

type Test = { what: SelfTest; label: string };
/** Address below the site's own, to be entered at a third party. */
type Address = { label: string; path: string };

/** Fields of a group, folded together. `sign`: the field whose presence shows that they are configured. */
export type Part = { title: string; sign: string; fields: Field[]; tests: Test[]; addresses: Address[] };

export type Group = {
  /** Name of the group on the server. */
  name: string;
  title: string;
  about?: string;
  fields: Field[];
  /** Subsections, when a single list would be too long. */
  parts?: Part[];
  /** Tests that run against the saved values. */
  tests?: Test[];
  addresses?: Address[];
  /** Hidden while this feature is off. */
  feature?: Feature;
};

export type Section = { title: string; groups: Group[] };

export type Value = Record<string, unknown>;
