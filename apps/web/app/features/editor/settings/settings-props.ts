import type { SiteInfo } from '@mojian/contract/site';
import type { EditorParts, Writing } from '../editor-parts.ts';
import type { Settings } from './use-settings.ts';

export type SettingsProps = {
  writing: Writing;
  parts: EditorParts;
  settings: Settings;
  site: Pick<SiteInfo, 'name' | 'url'>;
  /** Takes back what is scheduled: it goes on as a draft. */
  withdraw: () => Promise<unknown>;
};

/** What one field needs of it all. */
export type FieldProps = Pick<SettingsProps, 'writing'>;
