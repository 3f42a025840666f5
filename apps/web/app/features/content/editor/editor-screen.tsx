import type { Me } from '@mojian/contract/core/sessions';
import type { Failure } from '@mojian/contract/platform/failures';
import { may } from '@mojian/contract/platform/permissions';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { readUser } from '../../../session/session.ts';
import { useHas } from '../../../site/features-on.ts';
import { Empty } from '../../../ui/empty.tsx';
import { usePart } from '../../../ui/loading.ts';
import { createDraft, resumeLocalDraft } from './autosave/draft-loader.ts';
import type { LocalDraft } from './autosave/local-copy.ts';
import { useDraftLoader } from './autosave/use-draft.ts';
import type { EditorDeps, EditorSite } from './context.ts';
import { WritingDesk } from './desk/desk.tsx';
import './desk/desk.css';

type Props = {
  me: Me;
  id: number | undefined;
  /** Kind of a new draft. */
  kind: ArticleKind;
  deps: EditorDeps;
  site: EditorSite;
  onStranger: () => void;
};

const loadTools = () => import('./text/text-tools.ts');

/** Editor page: loads the article, then shows form, preview and settings. */
export function EditorScreen({ me, id, kind, deps, site, onStranger }: Props) {
  const navigate = useNavigate();
  const sessionDeps = useMemo(() => ({ calls: deps.reading.drafts, currentUserId: () => readUser()?.id }), [deps]);
  const toolsPart = usePart(loadTools);
  const { opened, loader } = useDraftLoader({ member: me.id, id, kind, sessionDeps });
  const open = (entry: LocalDraft) =>
    entry.id === null
      ? loader.start(resumeLocalDraft(entry))
      : void navigate(`/newposts?id=${entry.id}`, { preventScrollReset: true });

  if (id === undefined && kind === 'page' && !may(me.role, 'pages.write')) return <NoPages />;
  if (!me.writing.write) return <NoPermission />;
  if (opened.is === 'opening') return <DeskWaiting />;
  if (opened.is === 'failed') return <DeskFailed again={() => loader.reload(id)} />;
  if (opened.is === 'missing') {
    const rescue = async ({ content, kind }: LocalDraft) => {
      await navigate('/newposts', { replace: true });
      loader.start(createDraft(me.id, { content, kind }));
    };
    return (
      <MissingArticle
        {...opened}
        restore={() => deps.calls.drafts.restore({ body: { id: id ?? 0 } }).then(() => loader.reload(id))}
        rescue={rescue}
      />
    );
  }
  return (
    <WritingDesk
      key={opened.desk.session.sessionId}
      desk={opened.desk}
      me={me}
      id={id}
      deps={deps}
      site={site}
      open={open}
      onStranger={onStranger}
      toolsPart={toolsPart}
    />
  );
}

type MissingProps = {
  failure: Failure;
  entry: LocalDraft | undefined;
  restore: () => void;
  /** Creates a new article from the local draft. */
  rescue: (entry: LocalDraft) => void;
};

/** Explains that the article is missing or in the trash; offers the local draft. */
function MissingArticle({ failure, entry, restore, rescue }: MissingProps) {
  const isTrash = failure.id === 'gone';
  return (
    <DeskMessage drawing={isTrash ? 'leaf' : 'torn'} title={isTrash ? '这篇文章在回收站里' : '没有这篇文章'}>
      <p>{isTrash ? '恢复之后可以继续写。' : '它不在了，或者不是你的。'}</p>
      {entry && <p>这台设备上还有它没保存到服务器的文字。</p>}
      <p className="desk-ways">
        {isTrash && (
          <button className="btn btn-seal" type="button" onClick={restore}>
            恢复
          </button>
        )}
        {entry && !isTrash && (
          <button className="btn btn-seal" type="button" onClick={() => rescue(entry)}>
            用这些文字新建一篇
          </button>
        )}
        <Link className="btn" to="/newposts">
          写新文章
        </Link>
      </p>
    </DeskMessage>
  );
}

function DeskWaiting() {
  return (
    <main id="main" className="editor column" aria-busy="true" data-own-foot>
      <h1 className="visually-hidden">写文章</h1>
      <div className="desk-bar row" />
      <div className="desk-body">
        <div className="desk-waiting" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
        <div className="desk-look" />
        <div className="desk-set" />
      </div>
    </main>
  );
}

function DeskFailed({ again }: { again: () => void }) {
  return (
    <DeskMessage drawing="torn" title="文章加载失败">
      <p>写下的字都在，只是这会儿取不到。</p>
      <button className="btn" type="button" onClick={again}>
        重试
      </button>
    </DeskMessage>
  );
}

function NoPages() {
  return (
    <DeskMessage drawing="leaf" title="暂无发布权限">
      <p>页面由站长、管理员与编辑来写。</p>
      <Link className="btn" to="/newposts">
        写文章
      </Link>
    </DeskMessage>
  );
}

function NoPermission() {
  const hasSays = useHas()('says');
  return (
    <DeskMessage drawing="leaf" title="暂无发布权限">
      <p>站长还没有开放写文章{hasSays && '，可以先在说说里写几句'}。</p>
      <Link className="btn" to={hasSays ? '/say' : '/'}>
        {hasSays ? '查看说说' : '返回首页'}
      </Link>
    </DeskMessage>
  );
}

type SaysProps = { drawing?: 'hills' | 'leaf' | 'torn'; title: string; children: React.ReactNode };

function DeskMessage({ drawing = 'hills', title, children }: SaysProps) {
  return (
    <main id="main" className="wrap desk-says">
      <h1 className="visually-hidden">写文章</h1>
      <Empty drawing={drawing} title={title}>
        {children}
      </Empty>
    </main>
  );
}
