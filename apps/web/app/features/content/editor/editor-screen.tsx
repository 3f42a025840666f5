import type { Me } from '@mojian/contract/core/me';
import type { Failure } from '@mojian/contract/platform/failures';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHas } from '../../../features-on.ts';
import { readUser } from '../../../session.ts';
import { Empty } from '../../../ui/empty.tsx';
import { beginNew, goOn } from './autosave/draft-loader.ts';
import type { Entry } from './autosave/local-copy.ts';
import { useOpened } from './autosave/use-draft.ts';
import type { EditorParts, EditorSite } from './context.ts';
import { WritingDesk } from './desk/desk.tsx';
import './desk/desk.css';

type Props = {
  me: Me;
  id: number | undefined;
  parts: EditorParts;
  site: EditorSite;
  onStranger: () => void;
};

/** The desk: title and text, beside them the preview and what goes with the article. */
export function EditorScreen({ me, id, parts, site, onStranger }: Props) {
  const navigate = useNavigate();
  const around = useMemo(() => ({ calls: parts.reading.drafts, who: () => readUser()?.id }), [parts]);
  const { opened, opener } = useOpened({ member: me.id, id, around });
  const open = (entry: Entry) =>
    entry.id === null
      ? opener.begin(goOn(entry))
      : void navigate(`/newposts?id=${entry.id}`, { preventScrollReset: true });

  if (!me.writing.write) return <MayNot />;
  if (opened.is === 'opening') return <DeskWaiting />;
  if (opened.is === 'failed') return <DeskFailed again={() => opener.again(id)} />;
  if (opened.is === 'missing') {
    const rescue = async ({ content }: Entry) => {
      await navigate('/newposts', { replace: true });
      opener.begin(beginNew(me.id, content));
    };
    return (
      <Missing
        {...opened}
        restore={() => parts.calls.drafts.restore({ body: { id: id ?? 0 } }).then(() => opener.again(id))}
        rescue={rescue}
      />
    );
  }
  return (
    <WritingDesk
      key={opened.desk.manuscript.opening}
      desk={opened.desk}
      me={me}
      id={id}
      parts={parts}
      site={site}
      open={open}
      onStranger={onStranger}
    />
  );
}

type MissingProps = {
  failure: Failure;
  entry: Entry | undefined;
  restore: () => void;
  /** Makes a new article of what this browser still has. */
  rescue: (entry: Entry) => void;
};

/** The article lies in the trash, is another's, or never was. What is left of it here is offered. */
function Missing({ failure, entry, restore, rescue }: MissingProps) {
  const isTrash = failure.id === 'gone';
  return (
    <DeskSays drawing={isTrash ? 'leaf' : 'torn'} title={isTrash ? '这篇文章在回收站里' : '没有这篇文章'}>
      <p>{isTrash ? '恢复之后可以继续写。' : '它不在了，或者不是你的。'}</p>
      {entry && <p>这台设备上还有它没保存到服务器的文字。</p>}
      <p className="desk-ways">
        {isTrash && (
          <button className="btn seal-b" type="button" onClick={restore}>
            恢复
          </button>
        )}
        {entry && !isTrash && (
          <button className="btn seal-b" type="button" onClick={() => rescue(entry)}>
            用这些文字新建一篇
          </button>
        )}
        <Link className="btn" to="/newposts">
          写新文章
        </Link>
      </p>
    </DeskSays>
  );
}

/** The desk before the article lies on it. */
function DeskWaiting() {
  return (
    <main id="main" className="desk" aria-busy="true">
      <h1 className="vh">写文章</h1>
      <div className="desk-bar" />
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

/** The article did not arrive. */
function DeskFailed({ again }: { again: () => void }) {
  return (
    <DeskSays drawing="torn" title="文章加载失败">
      <p>写下的字都在，只是这会儿取不到。</p>
      <button className="btn" type="button" onClick={again}>
        重试
      </button>
    </DeskSays>
  );
}

/** The owner keeps writing to some. */
function MayNot() {
  const hasSays = useHas()('says');
  return (
    <DeskSays drawing="leaf" title="暂无发布权限">
      <p>站长还没有开放写文章{hasSays && '，可以先在说说里写几句'}。</p>
      <Link className="btn" to={hasSays ? '/say' : '/'}>
        {hasSays ? '查看说说' : '返回首页'}
      </Link>
    </DeskSays>
  );
}

type SaysProps = { drawing?: 'hills' | 'leaf' | 'torn'; title: string; children: React.ReactNode };

/** In the place of the desk: why there is none. */
function DeskSays({ drawing = 'hills', title, children }: SaysProps) {
  return (
    <main id="main" className="wrap desk-says">
      <h1 className="vh">写文章</h1>
      <Empty drawing={drawing} title={title}>
        {children}
      </Empty>
    </main>
  );
}
