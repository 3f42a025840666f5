import type { Submission } from '@mojian/contract/content/articles-admin';
import { useEffect, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { State } from '../../platform/listing/state.tsx';

const muchAlike = 20;

/** What was looked into before a person reads: each a line, with a warning dot where something was found. */
export function Checks({ submission }: { submission: Submission }) {
  const { found, author, sourceUrl } = submission;
  const { words, alike, links, pictures } = found;
  return (
    <ul className="checks">
      <Check isFine={words.length === 0} name="词表">
        {words.length === 0 ? '没有命中' : words.join('、')}
      </Check>
      <Check isFine={(alike?.percent ?? 0) < muchAlike} name="与站内重复">
        {alike && alike.percent > 0 ? (
          <>
            {alike.percent}%，<a href={alike.path}>《{alike.title}》</a>
          </>
        ) : (
          '没有发现'
        )}
      </Check>
      <Outside key={submission.version} id={submission.id} links={links} />
      <Check isFine={pictures.foreign === 0} name="图片">
        {pictures.total === 0 ? '没有' : `${pictures.total} 张，${ownership(pictures)}`}
      </Check>
      <Check isFine={author.refused === 0} name="作者">
        发过 {author.published} 篇，退回 {author.refused} 篇
      </Check>
      {sourceUrl && (
        <Check isFine name="转载自">
          <Links links={[sourceUrl]} />
        </Check>
      )}
    </ul>
  );
}

function Check({ isFine, name, children }: { isFine: boolean; name: string; children: React.ReactNode }) {
  return (
    <li>
      <State tone={isFine ? 'ok' : 'wait'}>{name}</State>
      <span>{children}</span>
    </li>
  );
}

/** Whether other sites answer is asked when the rest is there: it takes as long as they do. */
function Outside({ id, links }: { id: number; links: string[] }) {
  const [dead, setDead] = useState<string[]>();
  useEffect(() => {
    let isOld = false;
    if (links.length > 0)
      api.articles.deadLinks({ query: { id } }).then(
        (found) => !isOld && setDead(found),
        () => {},
      );
    return () => {
      isOld = true;
    };
  }, [id, links.length]);
  return (
    <Check isFine={!dead?.length} name="外链">
      {links.length === 0 ? '没有' : <Links links={links} />}
      {dead && dead.length > 0 && (
        <>
          ；打不开：
          <Links links={dead} />
        </>
      )}
    </Check>
  );
}

function Links({ links }: { links: string[] }) {
  return (
    <span className="links">
      {links.map((link) => (
        <a key={link} className="outside" href={link} target="_blank" rel="noreferrer nofollow">
          {URL.parse(link)?.host ?? link}
        </a>
      ))}
    </span>
  );
}

function ownership({ foreign }: Submission['found']['pictures']) {
  return foreign === 0 ? '都是作者自己上传的' : `${foreign} 张不是作者自己上传的`;
}
