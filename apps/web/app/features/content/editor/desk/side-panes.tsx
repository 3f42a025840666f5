import type { ComponentProps } from 'react';
import { usePart } from '../../../../ui/loading.ts';
import type { PreviewPane } from '../preview/preview.tsx';
import type { SettingsArea } from '../settings/settings-panel.tsx';
import type { SubmitDialog } from '../submit/submit-dialog.tsx';

// Beside the text, in the place kept for them: loaded once the desk is drawn, since no key waits for them.

const loadPreview = () => import('../preview/preview.tsx');
const loadSettings = () => import('../settings/settings-panel.tsx');
export const loadSubmit = () => import('../submit/submit-dialog.tsx');

export function Preview(props: ComponentProps<typeof PreviewPane>) {
  const part = usePart(loadPreview);
  return part ? <part.PreviewPane {...props} /> : <div className="desk-look" aria-busy="true" />;
}

export function Settings(props: ComponentProps<typeof SettingsArea>) {
  const part = usePart(loadSettings);
  return part ? <part.SettingsArea {...props} /> : <div className="desk-set" aria-busy="true" />;
}

export function Submit(props: ComponentProps<typeof SubmitDialog>) {
  const part = usePart(loadSubmit);
  return part && <part.SubmitDialog {...props} />;
}
