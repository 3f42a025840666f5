import type { EditorParts, EditorSite, Writing } from '../editor-parts.ts';
import type { Settings } from './use-settings.ts';

export type SettingsProps = {
  writing: Writing;
  parts: EditorParts;
  settings: Settings;
  site: EditorSite;
  /** Takes back what is scheduled: it goes on as a draft. */
  withdraw: () => Promise<unknown>;
};

/** What one field needs of it all. */
export type FieldProps = Pick<SettingsProps, 'writing'>;
