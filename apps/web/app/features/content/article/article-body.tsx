import type { ArticleHeading } from '@mojian/contract/content/articles';
import { part } from './article-page.ts';

type Props = { html: string; sealed: boolean; headings: ArticleHeading[] };

/** Text of the article. `sealed`: a locked article's opening, which fades out. */
export function ArticleBody({ html, sealed, headings }: Props) {
  const look = sealed ? 'prose prose-sealed' : allowsDropCap(html) ? 'prose prose-capped' : 'prose';
  const numbered = areNumbered(headings) || undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
  return <div className={look} data-numbered={numbered} {...part('text')} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Whether headings carry the author's own numbers, such as 「一、」「1.」「第三章」「（二）」. */
export function areNumbered(headings: ArticleHeading[]) {
  const own = /^(?:第?[\d一二三四五六七八九十百零〇]+\s*[、.．:：）)章节部回篇]|[（(][\d一二三四五六七八九十]+[）)])/;
  return headings.some(({ level, text }) => level === 2 && own.test(text));
}

/** Whether a drop cap fits: the first paragraph is long and starts with two letters. */
export function allowsDropCap(html: string) {
  const opening = /^<p>(\p{L}[\p{L}\p{N}].*?)<\/p>/su.exec(html)?.[1];
  return opening !== undefined && opening.replace(/<[^<>]*>/g, '').length > 60;
}

type ContentsProps = { headings: ArticleHeading[]; current?: string | undefined };

/** Links to the headings. On the page, `enhance.ts` marks the current one. */
export function Contents({ headings, current }: ContentsProps) {
  return (
    <ol className="article-contents" data-numbered={areNumbered(headings) || undefined} {...part('contents')}>
      {headings.map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? 'sub' : undefined}>
          <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? 'true' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}
