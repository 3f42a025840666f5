import type { Submission } from '@mojian/contract/content/articles-admin';
import { Button } from 'antd';
import { useState } from 'react';
import { shortTime } from '../../platform/day-time.ts';
import { State } from '../../platform/listing/state.tsx';
import { Checks } from './checks.tsx';
import { History } from './history.tsx';
import { readTypeNames } from './words.ts';

/** The text as readers would see it, its opening first, and what was found out about it. */
export function Reading({ submission, onChanged }: { submission: Submission; onChanged: () => void }) {
  const { id, title, author, category, tags, words, submittedAt, readType, isChange, html } = submission;
  const [isWhole, setWhole] = useState(false);
  const [isPast, setPast] = useState(false);
  const closePast = (isChanged: boolean) => {
    setPast(false);
    if (isChanged) onChanged();
  };
  return (
    <>
      <h2>{title}</h2>
      <p className="about">
        <a href={`/user/${author.id}`}>{author.nickname}</a>
        {category && <span>{category}</span>}
        {tags.length > 0 && <span>{tags.map((tag) => `#${tag}`).join(' ')}</span>}
        <span>{words.toLocaleString('zh-CN')} 字</span>
        {readType > 0 && <span>{readTypeNames[readType]}</span>}
        <time dateTime={submittedAt}>{shortTime(submittedAt)} 提交</time>
        {isChange && <State tone="wait">已发布文章的修改</State>}
      </p>
      <div
        className={isWhole ? 'text' : 'text opening'}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <div className="more">
        <Button onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? '收起' : '读全文'}
        </Button>
        <Button onClick={() => setPast(true)}>历史</Button>
      </div>
      {isPast && <History id={id} title={title} onClose={closePast} />}
      <Checks submission={submission} />
    </>
  );
}
