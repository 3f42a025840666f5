import type { Say } from '@mojian/contract/community/says';
import type { Me } from '@mojian/contract/core/sessions';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { Empty } from '../../../../ui/empty.tsx';
import { useLoaded } from '../../../../ui/loading.ts';
import { toast } from '../../../../ui/toast.ts';
import { insertText } from '../../../core/composer/controls.tsx';
import { type NewSayDeps, SayForm, useSayComposer } from './say-form.tsx';
import { type Shared, takeShared } from './shared.ts';
import type { Topics } from './topics.tsx';

type Props = {
  me: Me;
  /** Id of the say being edited; undefined for a new one. */
  id: number | undefined;
  deps: NewSayDeps;
  /** Called after the say was published. */
  leave: () => void;
};

type Opened = { mayPost: boolean; say: Say | undefined; topics: Topics; shared: Shared | undefined };

/** Screen that creates or edits a say, for members who may. */
export function NewSayScreen({ me, id, deps, leave }: Props) {
  // part of the cache key: each visit reloads, since the say may have changed
  const [openedAt] = useState(Date.now);
  const { data, failed, again } = useLoaded<Opened>(`new-say ${me.id} ${id} ${openedAt}`, () => open(deps, id));
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
  if (!data.mayPost)
    return (
      <NoForm drawing="leaf" title="站长没有开放发说说">
        现在只有站长和编辑们能在这里写。喜欢哪一条，可以在下面接一句。
      </NoForm>
    );
  if (id !== undefined && !data.say?.mayEdit)
    return (
      <NoForm drawing="torn" title="没有可以编辑的说说">
        它不在了，或者是别人写的。
      </NoForm>
    );
  return <Writing key={id ?? 'new'} me={me} deps={deps} leave={leave} {...data} />;
}

async function open({ reading }: NewSayDeps, id: number | undefined): Promise<Opened> {
  const [mayPost, page, topics] = await Promise.all([
    reading.mayPost(),
    id === undefined ? undefined : reading.list({ query: { id } }),
    reading.topics().catch(() => []), // suggestions are optional
  ]);
  const shared = mayPost && id === undefined ? await takeShared() : undefined;
  return { mayPost, say: page?.records[0], topics, shared };
}

type WritingProps = Omit<Props, 'id'> & Pick<Opened, 'say' | 'topics' | 'shared'>;

function Writing({ me, say, topics, shared, deps, leave }: WritingProps) {
  const composer = useSayComposer({
    userId: me.id,
    say,
    deps,
    onSent: ({ held }) => {
      toast('success', `${say ? '已修改' : '已发布'}${held ? '，审核通过后大家就能看到' : ''}`);
      leave();
    },
  });
  const addShared = useEffectEvent(() => {
    if (!shared) return;
    composer.change((now) => ({ ...now, text: [now.text, shared.text].filter(Boolean).join('\n\n') }));
    if (shared.files.length > 0) composer.pictures.add(shared.files);
  });
  useEffect(() => addShared(), []);
  return (
    <div className="cols">
      <div className="say-form">
        <SayForm me={me} composer={composer} topics={topics} send={say ? '保存' : '发布'} />
      </div>
      <WritingAside
        topics={topics}
        choose={(topic) => insertText(composer.field.current, `#${topic} `, composer.setText)}
      />
    </div>
  );
}

type NoFormProps = Pick<React.ComponentProps<typeof Empty>, 'drawing' | 'title'> & { children: string };

/** Shown instead of the form, with the reason. */
function NoForm({ drawing, title, children }: NoFormProps) {
  return (
    <Empty drawing={drawing} title={title}>
      <p>{children}</p>
      <Link className="btn" to="/say">
        返回说说
      </Link>
    </Empty>
  );
}

function Waiting() {
  return (
    <div className="cols" aria-hidden="true">
      <div className="say-form">
        <div className="sheet say-paper say-form-waiting" />
      </div>
    </div>
  );
}

type WritingAsideProps = { topics: Topics; choose: (topic: string) => void };

/** Frequent topics, and keyboard shortcuts of the form. */
export function WritingAside({ topics, choose }: WritingAsideProps) {
  return (
    <aside className="aside">
      {topics.length > 0 && (
        <section>
          <div className="section-head">
            <h2>接着这些话题</h2>
          </div>
          <ul className="new-say-topics">
            {topics.map(({ topic, count }) => (
              <li className="split gap-3" key={topic}>
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
        <div className="section-head">
          <h2>顺手</h2>
        </div>
        <ul className="new-say-keys">
          <li className="split gap-3 sub">
            发布<kbd>Ctrl Enter</kbd>
          </li>
          <li className="split gap-3 sub">
            贴图<kbd>Ctrl V</kbd>
          </li>
          <li className="split gap-3 sub">
            话题<kbd>#</kbd>
          </li>
          <li className="split gap-3 sub">
            加粗与链接<span className="dim">写 Markdown 即可</span>
          </li>
        </ul>
      </section>
    </aside>
  );
}
