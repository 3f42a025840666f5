import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Failure } from '@mojian/contract/platform/failures';
import { lazy, Suspense } from 'react';
import type { Manuscript } from '../autosave/draft-session.ts';
import type { EditorParts, EditorSite, Writing } from '../context.ts';
import type { Settings } from '../settings/use-settings.ts';
import { SubmitDialog } from '../submit/submit-dialog.tsx';

const ImportDialog = lazy(() => import('../import/import-dialog.tsx').then((part) => ({ default: part.ImportDialog })));
const MergeDialog = lazy(() => import('../merge/merge-dialog.tsx').then((part) => ({ default: part.MergeDialog })));
const RevisionsDialog = lazy(() =>
  import('../revisions/revisions-dialog.tsx').then((part) => ({ default: part.RevisionsDialog })),
);
const SharesDialog = lazy(() => import('../shares/shares-dialog.tsx').then((part) => ({ default: part.SharesDialog })));

export type DialogName = 'history' | 'import' | 'share' | 'merge' | 'hand-in';

export type DialogsProps = {
  open: DialogName | undefined;
  close: () => void;
  manuscript: Manuscript;
  writing: Writing;
  settings: Settings;
  parts: EditorParts;
  site: EditorSite;
  /** Puts Markdown where the caret is. */
  insert: (markdown: string) => void;
  /** Shows the text that the manuscript has by now. */
  show: () => void;
  onDone: (done: { id: number; state: Draft['state']; said: string }) => void;
  onRefused: (failure: Failure) => void;
};

/** What lies over the desk, each fetched when it is first wanted. */
export function DeskDialogs(props: DialogsProps) {
  return <Suspense>{props.open && <Opened {...props} open={props.open} />}</Suspense>;
}

function Opened({ open, close, manuscript, writing, parts, ...rest }: DialogsProps & { open: DialogName }) {
  const { content, change } = writing;
  const articleId = manuscript.sender.place.id;
  const present = () => ({ ...content, markdown: writing.markdown() });
  const read = parts.readMarkdownFile;
  if (open === 'import') {
    if (!read) return null;
    const own = { content: present, calls: parts.reading, read, replace: change, insert: rest.insert, close };
    return <ImportDialog articleId={articleId} {...own} />;
  }
  if (open === 'hand-in') {
    const save = () => saved(manuscript);
    const { settings, site, onRefused, onDone } = rest;
    return <SubmitDialog {...{ writing, parts, settings, site, save, onRefused, onDone, close }} />;
  }
  if (open === 'merge') {
    const { standing } = manuscript;
    if (standing.is !== 'stale') return null;
    const { theirs } = standing;
    const save = async (merged: Draft['content']) => {
      await mergeInto(manuscript, { theirs, merged, keep: parts.reading.revisions.keep });
      rest.show();
    };
    const loadSeries = () => parts.reading.series.mine();
    return <MergeDialog {...{ theirs, loadSeries, save, close }} mine={present()} />;
  }
  if (articleId === null) return null;
  if (open === 'share') return <SharesDialog articleId={articleId} calls={parts.calls} close={close} />;
  return (
    <RevisionsDialog articleId={articleId} content={present()} calls={parts.reading} restore={change} close={close} />
  );
}

/** The newest text on the server, and its version. @throws Failure. */
async function saved(manuscript: Manuscript) {
  const isSaved = await manuscript.flush();
  const { id, version } = manuscript.sender.place;
  if (isSaved && id !== null && version !== null) return { id, version };
  throw manuscript.delivery.whyNot();
}

type Merged = { theirs: Draft; merged: ArticleContent; keep: EditorParts['reading']['revisions']['keep'] };

/**
 * Keeps both texts in the article's history, and goes on with what was made of them, on top of theirs.
 * @throws Failure when the history did not take them: then nothing has changed.
 */
async function mergeInto(manuscript: Manuscript, { theirs, merged, keep }: Merged) {
  const mine = manuscript.content;
  await keep({ body: { id: theirs.id, content: theirs.content } });
  await keep({ body: { id: theirs.id, content: mine } });
  manuscript.goOnFrom(theirs, merged);
  await manuscript.flush();
}
