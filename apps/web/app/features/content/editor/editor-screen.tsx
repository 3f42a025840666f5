import type { Me } from '@mojian/contract/core/me';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { readUser } from '../../../session.ts';
import { Missing } from './desk/missing.tsx';
import { DeskFailed, DeskWaiting, MayNot } from './desk/waiting.tsx';
import { WritingDesk } from './desk/writing-desk.tsx';
import type { EditorParts, EditorSite } from './editor-parts.ts';
import type { Entry } from './journal/entry.ts';
import { beginNew, goOn } from './journal/open-article.ts';
import { useOpened } from './journal/use-opened.ts';
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
