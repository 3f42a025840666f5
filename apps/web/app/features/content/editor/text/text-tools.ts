import { forceParsing } from '@codemirror/language';
import { type Extension, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { loadPart } from '../../../../ui/load-part.ts';
import type { EditorDeps } from '../context.ts';
import { markdownPaste } from '../paste/markdown-paste.ts';
import { richPaste } from '../paste/rich-paste.ts';
import type { OwnFiles } from '../pictures/opened-picture.ts';
import { countPending } from '../pictures/pending-pictures.ts';
import { choosePictures, pictureIntake } from '../pictures/picture-intake.ts';
import type { PictureSizes } from '../preview/picture-sizes.ts';
import type { EarlyAct } from './extensions.ts';
import { markdownTyping, toolKeys } from './markdown-typing.ts';
import { Outline } from './outline.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';

export type TextTools = ReturnType<typeof createTextTools>;

/** Parts of the editor that load after the bare text, so that typing can begin before them: paste, pictures, Markdown keys, toolbar, outline. */
export function createTextTools({ reading, upload }: EditorDeps, sizes: PictureSizes) {
  const onArrived = (upload: Upload, file?: File) => {
    sizes.remember(upload);
    if (!file || !upload.attachment) return;
    // a file stays without a picture where this does not load
    void import('../attachments/describe-file.ts')
      .then(({ describeUpload }) => describeUpload(file, upload, fetchSizes))
      .then((found) => found && reading.files.describe({ body: found }))
      .then(() => sizes.relearn(upload.url))
      .catch(() => undefined);
  };
  const fetchSizes = (addresses: string[]) => reading.files.sizes({ query: { addresses: addresses.join(',') } });
  const own: OwnFiles = {
    list: (query) => reading.files.mine({ query }),
    findLargest: async () => (await reading.files.limits()).largest,
  };
  const take = (url: string) => reading.files.take({ body: { url } });
  const extension: Extension = [
    richPaste({ take, onArrived }),
    markdownPaste,
    pictureIntake({ upload, onArrived, own }),
    markdownTyping,
  ];
  return { extension, begin, choosePictures, countPending, Toolbar, Outline };
}

/** Milliseconds for which parsing may block the editor when the tools arrive, so that the visible text is highlighted at once. */
const longestParse = 100;

/** Does what was kept, and adds what helps after the first key: the menu behind `/`, closing brackets. */
function begin(view: EditorView, acts: EarlyAct[], isGone: () => boolean) {
  forceParsing(view, view.viewport.to, longestParse);
  for (const act of acts) doEarlyAct(view, act);
  loadPart(
    () => import('./typing-help.ts'),
    ({ typingHelp }) => {
      if (!isGone()) view.dispatch({ effects: StateEffect.appendConfig.of(typingHelp) });
    },
  );
}

/** Replays at the caret a shortcut or paste made before the tools had loaded. */
function doEarlyAct(view: EditorView, act: EarlyAct) {
  if (typeof act === 'string') return toolKeys.find(({ key }) => key === act)?.run?.(view);
  const event = { clipboardData: act, bubbles: true, cancelable: true };
  return view.contentDOM.dispatchEvent(new ClipboardEvent('paste', event));
}
