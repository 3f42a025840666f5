import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Failure } from '@mojian/contract/platform/failures';
import { lazy, Suspense } from 'react';
import { loadPart } from '../../../../ui/load-part.ts';
import type { DraftSession } from '../autosave/draft-session.ts';
import type { EditorDeps, EditorSite, Writing } from '../context.ts';
import type { Settings } from '../settings/use-settings.ts';
import { loadSubmit, Submit } from './side-panes.tsx';

const loaders = {
  history: () => import('../revisions/revisions-dialog.tsx'),
  import: () => import('../import/import-dialog.tsx'),
  share: () => import('../shares/shares-dialog.tsx'),
  merge: () => import('../merge/merge-dialog.tsx'),
  'hand-in': loadSubmit,
};
const ImportDialog = lazy(() => loaders.import().then((part) => ({ default: part.ImportDialog })));
const MergeDialog = lazy(() => loaders.merge().then((part) => ({ default: part.MergeDialog })));
const RevisionsDialog = lazy(() => loaders.history().then((part) => ({ default: part.RevisionsDialog })));
const SharesDialog = lazy(() => loaders.share().then((part) => ({ default: part.SharesDialog })));

export type DialogName = keyof typeof loaders;

/** Loads a dialog before it opens: one that failed to load while open would replace the whole editor. */
export function loadDialog(name: DialogName, open: (name: DialogName) => void) {
  loadPart<unknown>(loaders[name], () => open(name));
}

export type DialogsProps = {
  open: DialogName | undefined;
  close: () => void;
  session: DraftSession;
  writing: Writing;
  settings: Settings;
  deps: EditorDeps;
  site: EditorSite;
  /** Count of the pictures that are not part of the text yet. */
  pictures: number;
  insert: (markdown: string) => void;
  show: () => void;
  onDone: (done: { path: string; state: Draft['state'] }) => void;
  onRefused: (failure: Failure) => void;
};

/** Dialogs, once `loadDialog` has loaded them. */
export function DeskDialogs(props: DialogsProps) {
  return <Suspense>{props.open && <OpenDialog {...props} open={props.open} />}</Suspense>;
}

function OpenDialog({ open, close, session, writing, deps, ...rest }: DialogsProps & { open: DialogName }) {
  const { content, change } = writing;
  const articleId = session.server.place.id;
  const present = () => ({ ...content, markdown: writing.markdown() });
  if (open === 'import') {
    const read = deps.readMarkdownFile;
    const own = { content: present, calls: deps.reading, read, replace: change, insert: rest.insert, close };
    return <ImportDialog kind={writing.kind} articleId={articleId} {...own} />;
  }
  if (open === 'hand-in') {
    const save = () => saved(session);
    const { settings, site, pictures, onRefused, onDone } = rest;
    return (
      <Submit
        writing={writing}
        deps={deps}
        settings={settings}
        site={site}
        pictures={pictures}
        save={save}
        onRefused={onRefused}
        onDone={onDone}
        close={close}
      />
    );
  }
  if (open === 'merge') {
    const { saveState } = session;
    if (saveState.is !== 'stale') return null;
    const { theirs } = saveState;
    const save = (merged: Draft['content']) =>
      applyMerge(session, { theirs, merged, keep: deps.reading.revisions.keep, show: rest.show });
    const loadSeries = () => deps.reading.series.mine();
    const own = { member: session.member, loadSeries, save, close };
    return <MergeDialog theirs={theirs} mine={present()} {...own} />;
  }
  if (articleId === null) return null;
  if (open === 'share') return <SharesDialog articleId={articleId} calls={deps.calls} close={close} />;
  const own = { content: present(), calls: deps.reading, restore: change, close };
  return <RevisionsDialog articleId={articleId} readOnlyReason={readOnlyReason(writing)} {...own} />;
}

/** Why no revision can be restored, '' when one can. */
function readOnlyReason({ readOnly, draft }: Writing) {
  if (!readOnly) return '';
  return draft?.submittedAt ? '正在等待审核：先撤回，再恢复这一版' : '这里只能查看，不能恢复';
}

/** Saves and returns the id and version. @throws Failure. */
async function saved(session: DraftSession) {
  const isSaved = await session.flush();
  const { id, version } = session.server.place;
  if (isSaved && id !== null && version !== null) return { id, version };
  throw session.scheduler.failure();
}

type Merged = {
  theirs: Draft;
  merged: ArticleContent;
  keep: EditorDeps['reading']['revisions']['keep'];
  /** Shows the session's text in the editor. */
  show: () => void;
};

/**
 * Archives both versions, then continues from theirs with the merged content.
 * @throws Failure when archiving fails; nothing has changed then.
 */
async function applyMerge(session: DraftSession, { theirs, merged, keep, show }: Merged) {
  const mine = session.content;
  await keep({ body: { id: theirs.id, content: theirs.content } });
  await keep({ body: { id: theirs.id, content: mine } });
  session.continueFrom(theirs, merged);
  show(); // before it is saved: a key pressed meanwhile belongs to the merged text
  await session.flush();
}
