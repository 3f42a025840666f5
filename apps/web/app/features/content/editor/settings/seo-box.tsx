import type { ArticleContent } from '@mojian/contract/content/article-content';
import { coverNumber } from '@mojian/contract/core/cover-number';
import { longestDescription, longestSlug } from '@mojian/contract/platform/rules';
import { useShownPicture } from '@mojian/ui/shown-pictures';
import { useState } from 'react';
import { Cover } from '../../../../ui/cover.tsx';
import { useSending } from '../../../../ui/use-sending.ts';
import { TextButton } from './category-and-series.tsx';
import { Setting, type SettingsProps, useLimited } from './setting.tsx';
import { KeywordsField, LengthCount } from './text-fields.tsx';
import './seo-box.css';

type Props = Pick<SettingsProps, 'writing' | 'deps' | 'site'> & { summary: string };

/** Fields and previews for search engines and shared links. */
export function SeoBox({ writing, deps, site, summary }: Props) {
  const { content, errors, draft } = writing;
  const isWrong = Boolean(errors.slug ?? errors.description ?? errors.keywords);
  const isPage = writing.kind === 'page';
  const address = `${site.url}${isPage ? `/page/${content.slug}` : `/article/${draft?.id ?? ''}`}`;
  const shown = { content, site, address, description: content.description || content.summary || summary };
  return (
    <details className="seo-box" open={isWrong || undefined}>
      <summary className="sub">搜索与分享</summary>
      <div className="seo-box-in">
        {!isPage && <SlugField writing={writing} deps={deps} site={site} />}
        <DescriptionField writing={writing} fallback={content.summary || summary} />
        <KeywordsField writing={writing} />
        <SearchPreview {...shown} />
        <SharePreview drawn={draft?.drawnCover ?? null} {...shown} />
      </div>
    </details>
  );
}

function DescriptionField({ writing, fallback }: Pick<Props, 'writing'> & { fallback: string }) {
  const { content, change, errors } = writing;
  const limited = useLimited(content.description, (description) => change({ description }), longestDescription);
  return (
    <Setting
      field="description"
      label="描述"
      beside={<LengthCount of={limited.count} isOver={limited.error !== undefined} />}
      error={limited.error ?? errors.description}
      hint={content.description === '' && '空着时用摘要'}
    >
      {(control) => (
        <textarea {...control} rows={3} value={limited.value} onChange={limited.onChange} placeholder={fallback} />
      )}
    </Setting>
  );
}

type SlugFieldProps = Pick<SettingsProps, 'writing' | 'deps' | 'site'>;

/** Slug of the article's URL, with a pinyin suggestion from the title. A page is found by it alone. */
export function SlugField({ writing, deps, site }: SlugFieldProps) {
  const { content, change, errors } = writing;
  const limited = useLimited(content.slug, (slug) => change({ slug }), longestSlug);
  const { isBusy, problem, propose, check } = useSlugs({ writing, deps });
  return (
    <Setting
      field="slug"
      label="网址里的名字"
      beside={content.title.trim() !== '' && <TextButton words={isBusy ? '正在生成…' : '按拼音生成'} act={propose} />}
      error={limited.error ?? errors.slug ?? problem}
      hint={<AddressHint writing={writing} site={site} />}
    >
      {(control) => (
        <input
          {...control}
          value={limited.value}
          onChange={limited.onChange}
          onBlur={check}
          placeholder="ye-li-jian-xiu"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Setting>
  );
}

function AddressHint({ writing: { kind, content, draft }, site }: Pick<SlugFieldProps, 'writing' | 'site'>) {
  if (kind === 'page') return `地址是 ${site.url}/page/${content.slug || '名字'}`;
  return (
    <>
      地址是 {site.url}/article/{draft?.id ?? '编号'}
      {content.slug && <>；站长打开「文章的网址用名字」之后，是 /article/{content.slug}</>}
    </>
  );
}

/** Requests slug suggestions and checks availability. */
function useSlugs({ writing: { content, change, draft }, deps }: Pick<SlugFieldProps, 'writing' | 'deps'>) {
  const { isBusy, refusal, send } = useSending();
  const [judged, setJudged] = useState({ slug: '', problem: '' });
  const ask = (query: { title: string; slug?: string }) =>
    deps.reading.slugs.propose({ query: { ...query, ...(draft && { id: draft.id }) } });
  const propose = () => send(async () => change({ slug: (await ask({ title: content.title })).slug }));
  const check = async () => {
    if (content.slug === '') return;
    // the server checks again on submission
    const found = await ask({ title: content.title, slug: content.slug }).catch(() => undefined);
    if (found) setJudged({ slug: content.slug, problem: found.problem });
  };
  const problem = (judged.slug === content.slug && judged.problem) || refusal?.message;
  return { isBusy, problem, propose, check };
}

type SearchPreviewProps = {
  content: ArticleContent;
  site: SettingsProps['site'];
  address: string;
  description: string;
};

/** Preview of a search result. */
function SearchPreview({ content, site, address, description }: SearchPreviewProps) {
  const title = `${content.title || '还没有标题'} · ${site.name}`;
  return (
    <figure>
      <figcaption className="type-note sub">搜索结果里</figcaption>
      <div className="seo-box-result">
        <p className="seo-box-way dim">{breadcrumbs(address)}</p>
        <p className="seo-box-name">{truncateLikeSearch(title, titleColumns)}</p>
        <p className="seo-box-about">{truncateLikeSearch(description || '还没有正文', descriptionColumns)}</p>
      </div>
    </figure>
  );
}

/** Number of the cover that publication chose. */
type DrawnCover = { drawn: number | null };

/** Preview of a link card, with the picture at 1.91 : 1. */
function SharePreview({ content, drawn, site, description }: Omit<SearchPreviewProps, 'address'> & DrawnCover) {
  const { title, focusX, focusY } = content;
  const cover = useShownPicture(content.cover) ?? '';
  const picture = { cover, focusX, focusY, coverNumber: coverNumber(title, content.coverNumber ?? drawn) };
  return (
    <figure>
      <figcaption className="type-note sub">分享出去时</figcaption>
      <div className="seo-box-share">
        <Cover article={picture} sizes="280px" />
        <p className="seo-box-where dim">{new URL(site.url).host}</p>
        <p className="seo-box-name">{title || '还没有标题'}</p>
        <p className="seo-box-about">{truncateLikeSearch(description, descriptionColumns / 2)}</p>
      </div>
    </figure>
  );
}

/** Columns shown by search engines; a Chinese character takes two. */
const titleColumns = 60;
const descriptionColumns = 156;

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** Truncates at a grapheme, or before a Latin word, and appends …. */
export function truncateLikeSearch(text: string, columns: number) {
  const line = text.replace(/\s+/g, ' ').trim();
  let taken = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    taken += widthOf(segment);
    if (taken > columns) return `${beforeWord(line, end)}…`;
    end = index + segment.length;
  }
  return line;
}

function beforeWord(line: string, end: number) {
  const start = line.slice(0, end);
  const whole = /[\p{sc=Latin}\p{N}]$/u.test(start) && /^[\p{sc=Latin}\p{N}]/u.test(line.slice(end));
  const short = whole ? start.replace(/[\p{sc=Latin}\p{N}'-]{1,24}$/u, '') : start;
  return (short || start).replace(/[\s，、：,:—-]+$/u, '');
}

function widthOf(character: string) {
  return wide.test(character) ? 2 : 1;
}

/** Formats a URL as breadcrumbs: `mojian.example › article › 12`. */
export function breadcrumbs(address: string) {
  const { host, pathname } = new URL(address);
  return [host, ...pathname.split('/').filter(Boolean).map(decodeURIComponent)].join(' › ');
}
