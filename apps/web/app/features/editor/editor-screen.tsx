import type { ArticleContent } from '@mojian/contract/article-content';
import type { Draft } from '@mojian/contract/drafts';
import type { Me } from '@mojian/contract/me';
import type { SiteInfo } from '@mojian/contract/site';
import { useEffect, useState } from 'react';
import { blankContent } from './blank-content.ts';
import type { EditorParts, Writing } from './editor-parts.ts';
import { planOf } from './settings/hand-in/plan.ts';
import { SubmitDialog } from './settings/hand-in/submit-dialog.tsx';
import { SettingsButton, SettingsPlace } from './settings/settings-place.tsx';
import { useSettings } from './settings/use-settings.ts';
import './skeleton.css';

type Props = { me: Me; id: number | undefined; parts: EditorParts; site: Pick<SiteInfo, 'name' | 'url'> };

/** The desk: title and text, beside them the preview and what goes with the article. */
export function EditorScreen({ me, id, parts, site }: Props) {
  const { writing, save, refuse, load } = useSkeleton(me, id, parts);
  const settings = useSettings();
  const [isHandingIn, setHandingIn] = useState(false);
  return (
    <main id="main" className="desk">
      <section aria-label="写作" className="desk-text">
        <p className="row">
          <SettingsButton settings={settings} />
          <button type="button" className="btn seal-b" onClick={() => setHandingIn(true)}>
            {planOf({ ...writing, publishAt: settings.publishAt }).act}
          </button>
        </p>
        <input
          className="input"
          aria-label="标题"
          data-field="title"
          placeholder="给它一个题目"
          value={writing.content.title}
          onChange={({ target }) => writing.change({ title: target.value })}
        />
        {writing.errors.title && <p className="err">{writing.errors.title}</p>}
        <textarea
          className="input"
          aria-label="正文"
          data-field="markdown"
          value={writing.content.markdown}
          onChange={({ target }) => writing.change({ markdown: target.value })}
        />
      </section>
      <SettingsPlace
        writing={writing}
        parts={parts}
        settings={settings}
        site={site}
        withdraw={async () => {
          if (writing.draft) await parts.reading.drafts.withdraw({ body: { id: writing.draft.id } });
          await load();
        }}
      />
      {isHandingIn && (
        <SubmitDialog
          writing={writing}
          parts={parts}
          settings={settings}
          save={save}
          onDone={load}
          onRefused={refuse}
          close={() => setHandingIn(false)}
        />
      )}
    </main>
  );
}

/** The least that keeps what is written, until the journal does. */
function useSkeleton(me: Me, asked: number | undefined, { reading }: EditorParts) {
  const [content, setContent] = useState<ArticleContent>(blankContent);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState<Writing['errors']>({});
  const [key] = useState(() => crypto.randomUUID());
  const load = async (id = draft?.id) => {
    if (id === undefined) return;
    const mine = await reading.drafts.mine({ query: { id } });
    setDraft(mine);
    setContent(mine.content);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    load(asked).catch(() => {});
  }, []);
  const save = async () => {
    const { id, version } = draft
      ? await reading.drafts.save({ body: { id: draft.id, version: draft.version, content } })
      : await reading.drafts.create({ body: { key, content } });
    await load(id);
    return { id, version };
  };
  const writing: Writing = {
    me,
    draft,
    content,
    markdown: () => content.markdown,
    change: (part) => {
      setContent((now) => ({ ...now, ...part }));
      setErrors((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }));
    },
    errors,
  };
  const refuse = ({ field = '', message }: { field?: string | undefined; message: string }) =>
    setErrors((now) => ({ ...now, [field.split('.').at(-1) ?? '']: message }));
  return { writing, save, refuse, load: () => load() };
}
