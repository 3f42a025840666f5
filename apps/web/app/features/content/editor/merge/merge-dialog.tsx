import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import { maskedSecret } from '@mojian/contract/platform/rules';
import { type NamedSeries, seriesName } from '@mojian/ui/compare/changed-fields';
import { Icon } from '@mojian/ui/icon';
import { useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useLoaded } from '../../../../ui/loading.ts';
import { exactTime } from '../../../../ui/moment.tsx';
import { useSending } from '../../../../ui/use-sending.ts';
import { isSameContent } from '../autosave/local-copy.ts';
import { blankContent } from '../context.ts';
import { desks, useMedia } from '../desk/use-media.ts';
import { adoptStyles } from '../text/extensions.ts';
import './merge.css';

type Props = {
  theirs: Draft;
  mine: ArticleContent;
  /** The author, whose series `loadSeries` loads. */
  member: number;
  loadSeries: () => Promise<NamedSeries[]>;
  /** Archives both versions and saves the merged one. @throws Failure. */
  save: (merged: ArticleContent) => Promise<unknown>;
  close: () => void;
};

/** Merges two versions after a conflict. */
export function MergeDialog({ theirs, mine, member, loadSeries, save, close }: Props) {
  const { place, merging } = useMergeEditor(theirs.content.markdown, mine.markdown);
  const [choices, setChoices] = useState<Choices>({});
  const { isBusy, refusal, send } = useSending();
  const fields = changedFields(theirs.content, mine);
  const compared = { fields, theirs: theirs.content, mine };
  const hasTexts = theirs.content.markdown !== mine.markdown;

  const takeAll = (from: ArticleContent, side: 'theirs' | 'mine') => {
    merging.current?.put(from.markdown);
    setChoices(Object.fromEntries(fields.map((name) => [name, side])));
  };
  const onSave = async () => {
    const theirOnes = fields.filter((name) => choices[name] === 'theirs').map((name) => [name, theirs.content[name]]);
    const merged = { ...mine, ...Object.fromEntries(theirOnes), markdown: merging.current?.text() ?? mine.markdown };
    if (await send(() => save(merged))) close();
  };
  return (
    <Dialog className="dialog merge" label="合并两个版本" onClose={close}>
      <header className="row">
        <div>
          <h2>合并两个版本</h2>
          <p>{`别处的版本保存于 ${exactTime(theirs.savedAt)}。两个版本都会留在历史里，合并后可以继续写。`}</p>
        </div>
        <button className="icon-button" type="button" aria-label="取消" onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <div className="merge-body">
        {fields.length > 0 && (
          <FieldChoices {...compared} choices={choices} choose={setChoices} member={member} loadSeries={loadSeries} />
        )}
        {hasTexts && (
          <>
            <p className="merge-heads sub" aria-hidden="true">
              <span>别处的</span>
              <span>这里的（合并结果，可以继续修改）</span>
            </p>
            <div className="merge-text" ref={place} />
          </>
        )}
      </div>
      <footer className="row">
        <button className="btn quiet" type="button" onClick={() => takeAll(theirs.content, 'theirs')}>
          全用别处的
        </button>
        <button className="btn quiet" type="button" onClick={() => takeAll(mine, 'mine')}>
          全用这里的
        </button>
        <SaveMerged error={refusal?.message} isBusy={isBusy} save={() => void onSave()} close={close} />
      </footer>
    </Dialog>
  );
}

type SaveMergedProps = { error: string | undefined; isBusy: boolean; save: () => void; close: () => void };

function SaveMerged({ error, isBusy, save, close }: SaveMergedProps) {
  return (
    <>
      <span className="push error" role="alert">
        {error}
      </span>
      <button className="btn" type="button" onClick={close}>
        取消
      </button>
      <button className="btn btn-seal" type="button" aria-disabled={isBusy} onClick={save}>
        {isBusy ? '正在保存…' : '保存合并结果'}
      </button>
    </>
  );
}

/** Mounts the merge editor in `place`; a change of layout keeps the merged text. */
function useMergeEditor(theirs: string, mine: string) {
  const isPhone = useMedia(desks.phone);
  const place = useRef<HTMLDivElement>(null);
  const merging = useRef<MergeEditor>(null);
  useLayoutEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const show = isPhone ? oneColumn : sideBySide;
    merging.current = show({ theirs, mine: merging.current?.text() ?? mine, parent });
    return () => merging.current?.destroy();
  }, [isPhone, theirs, mine]);
  return { place, merging };
}

type Side = 'theirs' | 'mine';
type Choices = Partial<Record<FieldName, Side>>;

type FieldChoicesProps = {
  fields: FieldName[];
  theirs: ArticleContent;
  mine: ArticleContent;
  /** The author, whose series `loadSeries` loads. */
  member: number;
  loadSeries: () => Promise<NamedSeries[]>;
  choices: Choices;
  choose: (choices: Choices) => void;
};

/** Radio buttons for each differing field. */
function FieldChoices({ fields, theirs, mine, member, loadSeries, choices, choose }: FieldChoicesProps) {
  const { data: series } = useLoaded(`series of ${member}`, loadSeries);
  const sides = [
    { side: 'theirs', whose: '别处的', content: theirs },
    { side: 'mine', whose: '这里的', content: mine },
  ] as const;
  return (
    <div className="merge-fields stack">
      {fields.map((name) => (
        <fieldset key={name}>
          <legend className="type-note sub">{fieldLabel(name)}</legend>
          {sides.map(({ side, whose, content }) => (
            <label className="row items-baseline gap-2-5 type-small sub" key={side}>
              <input
                type="radio"
                name={name}
                checked={(choices[name] ?? 'mine') === side}
                onChange={() => choose({ ...choices, [name]: side })}
              />
              <small className="dim">{whose}</small>
              <span>{fieldValue(name, content, series)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

type FieldName = Exclude<keyof ArticleContent, 'markdown'>;

const names: Record<FieldName, string> = {
  title: '标题',
  summary: '摘要',
  cover: '封面',
  coverNumber: '画的封面',
  focusX: '封面焦点（横）',
  focusY: '封面焦点（竖）',
  category: '分类',
  tags: '标签',
  keywords: '关键词',
  original: '原创或转载',
  sourceUrl: '原文地址',
  sourceAuthor: '原作者',
  readType: '谁能读到全文',
  slug: '网址里的名字',
  description: '描述',
  seriesId: '专栏',
  commenting: '评论',
  isAlbum: '影集',
  albumPlace: '拍摄地点',
  albumTime: '拍摄时间',
  highlighting: '划线与想法',
  hasAiContent: '含 AI 生成内容',
  password: '口令',
  passwordHint: '口令提示',
};

const commenting = { open: '开放', closed: '关闭', hidden: '不显示' };
const readers = ['所有人', '评论之后', '点赞之后', '输入公众号验证码', '仅登录用户', '仅自己', '凭口令阅读'];

/** Lists fields that differ, except the text. */
function changedFields(theirs: ArticleContent, mine: ArticleContent): FieldName[] {
  const one = (content: ArticleContent, name: FieldName) => ({ ...blankContent, [name]: content[name] });
  return (Object.keys(names) as FieldName[]).filter((name) => !isSameContent(one(theirs, name), one(mine, name)));
}

const fieldLabel = (name: FieldName) => names[name];

/** Formats a value; `series` are the author's own. */
function fieldValue(name: FieldName, content: ArticleContent, series: NamedSeries[] | undefined): string {
  if (name === 'seriesId') return seriesName(content, series) || '没有';
  const value = content[name];
  const own = formatters[name]?.(content);
  return own ?? ((Array.isArray(value) ? value.join('、') : String(value ?? '')) || '（空）');
}

const formatters: Partial<Record<FieldName, (content: ArticleContent) => string>> = {
  original: ({ original }) => (original ? '原创' : '转载'),
  commenting: (content) => commenting[content.commenting] ?? '开放',
  isAlbum: ({ isAlbum }) => (isAlbum ? '是' : '不是'),
  highlighting: ({ highlighting = true }) => (highlighting ? '开放' : '关闭'),
  hasAiContent: ({ hasAiContent = false }) => (hasAiContent ? '是' : '否'),
  readType: ({ readType }) => readers[readType] ?? '',
  password: ({ password }) => (password === maskedSecret ? '设好的那一个' : password),
  cover: ({ cover }) => (cover === '' ? '按标题画的' : '上传的图片'),
};

type Texts = { theirs: string; mine: string; parent: HTMLElement };

type MergeEditor = { text: () => string; put: (text: string) => void; destroy: () => void };

const diffConfig = { scanLimit: 1000, timeout: 500 };
const collapseUnchanged = { margin: 2, minSize: 6 };

const plain: Extension = [
  EditorView.lineWrapping,
  EditorState.phrases.of({ '$ unchanged lines': '$ 行相同', 'Revert this chunk': '用别处的这一段' }),
];
const named = (name: string) =>
  EditorView.contentAttributes.of({ 'aria-label': name, lang: 'zh-CN', spellcheck: 'false' });
const writable = [history(), keymap.of([...historyKeymap, ...defaultKeymap]), named('这里的（合并结果）')];

/** Side-by-side diff; the right side is the result and takes chunks from the left. */
function sideBySide({ theirs, mine, parent }: Texts): MergeEditor {
  adoptStyles();
  const view = new MergeView({
    a: { doc: theirs, extensions: [plain, EditorState.readOnly.of(true), named('别处的')] },
    b: { doc: mine, extensions: [plain, writable] },
    parent,
    revertControls: 'a-to-b',
    renderRevertControl: () => button('用别处的', '用别处的这一段'),
    diffConfig,
    collapseUnchanged,
  });
  return handle(view.b, () => view.destroy());
}

/** Unified diff for narrow screens. */
function oneColumn({ theirs, mine, parent }: Texts): MergeEditor {
  adoptStyles();
  const view = new EditorView({
    doc: mine,
    parent,
    extensions: [
      plain,
      writable,
      unifiedMergeView({ original: theirs, mergeControls: control, diffConfig, collapseUnchanged, gutter: false }),
    ],
  });
  return handle(view, () => view.destroy());
}

function control(type: 'reject' | 'accept', act: (event: MouseEvent) => void) {
  const made = type === 'reject' ? button('用别处的', '用别处的这一段') : button('用这里的', '用这里的这一段');
  made.addEventListener('mousedown', act);
  return made;
}

function button(words: string, label: string) {
  const made = document.createElement('button');
  Object.assign(made, { type: 'button', className: 'btn btn-sm merge-take', textContent: words, ariaLabel: label });
  return made;
}

function handle(view: EditorView, destroy: () => void): MergeEditor {
  return {
    text: () => view.state.doc.toString(),
    put: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    destroy,
  };
}
