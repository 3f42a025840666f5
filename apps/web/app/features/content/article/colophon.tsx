import type { ArticleInfo } from '@mojian/contract/content/articles';
import { SiteSeal } from '../../../site-seal.tsx';

const license = 'https://creativecommons.org/licenses/by-nc-sa/4.0/deed.zh-hans';

/** The copyright box, after the double-framed imprint of old books. */
export function Colophon({ article, url }: { article: ArticleInfo; url: string }) {
  const { title, author, original, sourceUrl, sourceAuthor } = article;
  const isOthers = !original && sourceAuthor !== '';
  return (
    <section className="colophon" aria-label="版权声明">
      <SiteSeal className="stamp" />
      <dl>
        <dt>标题</dt>
        <dd>{title}</dd>
        <dt>作者</dt>
        <dd>
          {isOthers ? sourceAuthor : author.nickname}（{original ? '原创' : '转载'}）
        </dd>
        {isOthers && (
          <>
            <dt>转载</dt>
            <dd>{author.nickname}</dd>
          </>
        )}
        <dt>本文链接</dt>
        <dd>
          <a href={url}>{url}</a>
        </dd>
        {!original && sourceUrl && (
          <>
            <dt>原文</dt>
            <dd>
              <Source address={sourceUrl} />
            </dd>
          </>
        )}
        <dt>许可</dt>
        <dd>
          {original ? (
            <>
              署名—非商业性使用—相同方式共享 <Outward href={license}>CC BY-NC-SA 4.0</Outward>，转载请保留以上各项。
            </>
          ) : (
            '本文为转载，版权归原作者所有，再转载请先取得原作者许可。'
          )}
        </dd>
      </dl>
    </section>
  );
}

/** Where it came from may be a book. */
function Source({ address }: { address: string }) {
  return /^https?:\/\//.test(address) ? <Outward href={address}>{address}</Outward> : address;
}

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
