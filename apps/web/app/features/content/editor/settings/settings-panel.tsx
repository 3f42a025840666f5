import type { ArticleContent } from '@mojian/contract/content/article-content';
import { aiDeclaration } from '@mojian/contract/core/ai-content';
import { isGated, readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useHas } from '../../../../site/features-on.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Toggle } from '../../../core/forms/toggle.tsx';
import { mayPublish } from '../submit/submit-plan.ts';
import { AccessField } from './access-field.tsx';
import { AlbumField } from './album-field.tsx';
import { CategoryField, SeriesField } from './category-and-series.tsx';
import { CoverField } from './cover-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { SeoBox, SlugField } from './seo-box.tsx';
import { type FieldProps, SettingGroup, type SettingsProps } from './setting.tsx';
import { TagsField } from './tags-field.tsx';
import { SourceField, SummaryField } from './text-fields.tsx';
import './settings.css';

const wide = '(min-width: 1280px)';

/** Settings as a column on wide screens, else as a sheet. */
export function SettingsArea(props: SettingsProps) {
  const hasRoom = useSyncExternalStore(
    watchWidth,
    () => matchMedia(wide).matches,
    () => true,
  );
  const { isOpen, close } = props.settings;
  const label = props.writing.kind === 'page' ? '页面设置' : '文章设置';
  if (hasRoom)
    return (
      <aside className="settings-column" aria-label={label}>
        <SettingsPanel {...props} />
      </aside>
    );
  if (!isOpen) return null;
  return (
    <Dialog className="settings-sheet" label={label} onClose={close}>
      <div className="settings-sheet-in">
        <header>
          <h2>{label}</h2>
          <button className="icon-button" type="button" aria-label="关闭" onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        <SettingsPanel {...props} />
      </div>
    </Dialog>
  );
}

function watchWidth(tell: () => void) {
  const room = matchMedia(wide);
  room.addEventListener('change', tell);
  return () => room.removeEventListener('change', tell);
}

function SettingsPanel({ writing, deps, settings, site, withdraw }: SettingsProps) {
  const has = useHas();
  const { summary, ending } = useSummary(writing.content);
  const isArticle = writing.kind === 'article';
  return (
    <fieldset className="settings" disabled={writing.readOnly}>
      {writing.draft?.keyName && <p className="sub">由钥匙「{writing.draft.keyName}」写入。</p>}
      {!isArticle && <SlugField writing={writing} deps={deps} site={site} />}
      <CoverField writing={writing} deps={deps} />
      {isArticle && <AlbumField writing={writing} />}
      <SummaryField writing={writing} made={summary} />
      {isArticle && (
        <>
          <CategoryField writing={writing} deps={deps} />
          <TagsField writing={writing} deps={deps} />
          <SourceField writing={writing} />
        </>
      )}
      <AccessField writing={writing} ending={ending} site={site} />
      {has('comments') && <CommentingField writing={writing} site={site} />}
      {has('highlights') && <HighlightingField writing={writing} />}
      <AiContentField writing={writing} />
      {isArticle && has('series') && <SeriesField writing={writing} deps={deps} settings={settings} />}
      {mayPublish(writing) && writing.content.readType !== readTypes.onlyAuthor && (
        <ScheduleField writing={writing} settings={settings} withdraw={withdraw} />
      )}
      <SeoBox writing={writing} deps={deps} site={site} summary={summary} />
    </fieldset>
  );
}

/** Debounce in milliseconds. */
const pause = 600;

/** Generated summary, and the end of a locked article's opening; debounced. */
function useSummary({ markdown, readType }: Pick<ArticleContent, 'markdown' | 'readType'>) {
  const [outlined, setOutlined] = useState({ summary: '', ending: '' });
  const locked = isGated(readType);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(async () => {
      // without the parser there is only no generated summary
      const part = await import('@mojian/markdown/prose').catch(() => undefined);
      if (part && !isGone) setOutlined(part.outline(markdown, { locked }));
    }, pause);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [markdown, locked]);
  return outlined;
}

const commentingChoices = [
  { value: 'open', words: '开放', line: '读者可以评论' },
  { value: 'closed', words: '关闭', line: '从前的评论还在，不能再写新的' },
  { value: 'hidden', words: '不显示', line: '文章下面没有评论；从前的都留着，改回来就又看得到' },
] as const;

function CommentingField({ writing: { content, change, errors }, site }: FieldProps & Pick<SettingsProps, 'site'>) {
  const id = useId();
  const { commenting = 'open' } = content;
  return (
    <SettingGroup
      field="commenting"
      label="评论"
      error={errors.commenting}
      hint={commentingChoices.find(({ value }) => value === commenting)?.line}
      {...(site.commenting === 'closed' &&
        commenting === 'open' && { warning: '站长关闭了全站的评论，这一篇也不能评论' })}
    >
      <div className="settings-rad stack">
        {commentingChoices.map(({ value, words }) => (
          <label className="row gap-2-5 sub" key={value}>
            <input
              type="radio"
              name={id}
              checked={value === commenting}
              onChange={() => change({ commenting: value })}
            />
            {words}
          </label>
        ))}
      </div>
    </SettingGroup>
  );
}

/** The author's own switch; shown unless the owner switched highlights off for the whole site. */
function HighlightingField({ writing: { content, change, errors } }: FieldProps) {
  const { highlighting = true } = content;
  return (
    <SettingGroup
      field="highlighting"
      label="划线与想法"
      error={errors.highlighting}
      hint={highlighting ? '读者可以给句子划线、写想法' : '这一篇不能划线；写过的想法还在评论里'}
    >
      <Toggle
        isOn={highlighting}
        aria-label="这一篇可以划线、写想法"
        onClick={() => change({ highlighting: !highlighting })}
      />
    </SettingGroup>
  );
}

/** The author's declaration, which law asks for. */
function AiContentField({ writing: { content, change, errors } }: FieldProps) {
  const { hasAiContent = false } = content;
  return (
    <SettingGroup
      field="hasAiContent"
      label="AI 生成的内容"
      error={errors.hasAiContent}
      hint={
        hasAiContent
          ? `文末写着「${aiDeclaration}」，订阅里也有`
          : '用了 AI 写的文字或画的图，就打开它，读者会在文末看到'
      }
    >
      <Toggle
        isOn={hasAiContent}
        aria-label="声明含 AI 生成的内容"
        onClick={() => change({ hasAiContent: !hasAiContent })}
      />
    </SettingGroup>
  );
}
