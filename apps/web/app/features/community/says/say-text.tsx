import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { linkTopics } from './say-choice.ts';

export function SayText({ html }: { html: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.topic');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only spares the links within a whole page load
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key clicks as well
    <div
      className="letter"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
      dangerouslySetInnerHTML={{ __html: linkTopics(html) }}
    />
  );
}
