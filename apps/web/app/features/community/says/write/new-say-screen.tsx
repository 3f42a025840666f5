import type { Say } from '@mojian/contract/community/says';
import type { Me } from '@mojian/contract/core/sessions';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { Empty } from '../../../../ui/empty.tsx';
import { chinaDay } from '../../../../ui/moment.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useLoaded } from '../../../../ui/use-loaded.ts';
import { putIn } from '../../../core/writing/insert-buttons.tsx';
import { dayWords } from '../day-words.ts';
import { draftName, draftOf, emptyDraft, type NewSayDeps, type SayDraft, useSayDraft } from './say-draft.ts';
import { SayForm } from './say-form.tsx';

type Props = {
  me: Me;
  /** The say that is being changed. */
  id: number | undefined;
  deps: NewSayDeps;
  /** Called after the say was published. */
  leave: () => void;
};

type Opened = { mayPost: boolean; say: Say | undefined; topics: { topic: string; count: number }[] };

/** Screen that creates or edits a say, for members who may. */
export function NewSayScreen({ me, id, deps: parts, leave }: Props) {
  // each time anew: what is being changed may have changed
  const [openedAt] = useState(Date.now);
  const { data, failed, again } = useLoaded<Opened>(`new-say ${me.id} ${id} ${openedAt}`, () => open(parts, id));
  if (failed && !data)
    return (
      <Empty drawing="torn" title="加载失败">
        <p>网络打了个盹。</p>
        <button className="btn" type="button" onClick={again}>
          重试
        </button>
      </Empty>
    );
  if (!data) return <Waiting />;
  if (!data.mayPost) return <MayNot />;
  if (id !== undefined && !data.say?.mayEdit) return <NotYours />;
  return <Writing key={id ?? 'new'} {...{ me, deps: parts, leave }} say={data.say} topics={data.topics} />;
}

async function open({ reading }: NewSayDeps, id: number | undefined): Promise<Opened> {
  const [mayPost, page, topics] = await Promise.all([
    reading.mayPost(),
    id === undefined ? undefined : reading.list({ query: { id } }),
    reading.topics().catch(() => []), // without them one writes as well
  ]);
  return { mayPost, say: page?.records[0], topics };
}

type WritingProps = Omit<Props, 'id'> & Pick<Opened, 'say' | 'topics'>;

function Writing({ me, say, topics, deps: parts, leave }: WritingProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [before] = useState(() => (say ? draftOf(say) : emptyDraft));
  const writing = useSayDraft(draftName(me.id, say?.id), before);
  const [today] = useState(() => chinaDay(new Date().toISOString()));
  const { large, small } = dayWords(say ? chinaDay(say.createdAt) : today, today);
  const send = async ({ text, place, isPublic, pictures }: SayDraft) => {
    const body = { text, place, isPublic, pictures: pictures.map(({ url }) => url) };
    const { held } = say
      ? await parts.calls.update({ body: { ...body, id: say.id } })
      : await parts.calls.insert({ body: { ...body, key: writing.sendKey() } });
    writing.clear();
    toast('success', `${say ? '已修改' : '已发布'}${held ? '，审核通过后大家就能看到' : ''}`);
    leave();
  };
  return (
    <div className="cols">
      <div className="ns">
        <span className="vert">
          <b>{large}</b>
          {`　${small}`}
        </span>
        <SayForm {...{ me, writing, field, topics, send }} isNew={!say} upload={parts.upload} />
      </div>
      <WritingAside
        topics={topics}
        choose={(topic) => putIn(field.current, `#${topic} `, (text) => writing.change({ text }))}
      />
    </div>
  );
}

function MayNot() {
  return (
    <Empty drawing="leaf" title="站长没有开放发说说">
      <p>现在只有站长和编辑们能在这里写。喜欢哪一条，可以在下面接一句。</p>
      <Link className="btn" to="/say">
        返回说说
      </Link>
    </Empty>
  );
}

function NotYours() {
  return (
    <Empty drawing="torn" title="没有可以编辑的说说">
      <p>它不在了，或者是别人写的。</p>
      <Link className="btn" to="/say">
        返回说说
      </Link>
    </Empty>
  );
}

function Waiting() {
  return (
    <div className="cols" aria-hidden="true">
      <div className="ns">
        <div className="sheet paper waiting9" />
      </div>
    </div>
  );
}

type WritingAsideProps = { topics: { topic: string; count: number }[]; choose: (topic: string) => void };

/** Topics to go on with, and what is at hand. */
export function WritingAside({ topics, choose }: WritingAsideProps) {
  return (
    <aside className="aside">
      {topics.length > 0 && (
        <section>
          <div className="sec">
            <h2>接着这些话题</h2>
          </div>
          <ul className="tps">
            {topics.map(({ topic, count }) => (
              <li key={topic}>
                <button type="button" onClick={() => choose(topic)}>
                  #{topic}
                </button>
                <span className="dim">{count}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <div className="sec">
          <h2>顺手</h2>
        </div>
        <ul className="kb9">
          <li>
            发布<kbd>Ctrl Enter</kbd>
          </li>
          <li>
            贴图<kbd>Ctrl V</kbd>
          </li>
          <li>
            话题<kbd>#</kbd>
          </li>
          <li>
            加粗与链接<span className="dim">写 Markdown 即可</span>
          </li>
        </ul>
      </section>
    </aside>
  );
}
