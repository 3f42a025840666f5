import type { SelfTest } from '../../operations/self-tests.ts';
import type { Feature } from '../features.ts';

/** Form field with its hint. */
export type Field = {
  /** Within its group, as `github.id`. */
  path: string;
  label: string;
  hint?: string;
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

type Test = { what: SelfTest; label: string };
/** Below the site's own, filled in elsewhere. */
type Address = { label: string; path: string };

/** Some of a group's fields, folded away together. `sign`: the field that is filled in once they are. */
export type Part = { title: string; sign: string; fields: Field[]; tests: Test[]; addresses: Address[] };

export type Group = {
  /** As the server names it. */
  name: string;
  title: string;
  about?: string;
  fields: Field[];
  /** Its fields in these parts, where they are too many for one list. */
  parts?: Part[];
  /** Tried out with what is saved. */
  tests?: Test[];
  addresses?: Address[];
  /** Not shown while the owner has it off. */
  feature?: Feature;
};

export type Section = { title: string; groups: Group[] };

export type Value = Record<string, unknown>;
