import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef } from 'react';
import { useHas } from '../../site/features-on.ts';
import { shareRead, shareScrolled } from '../../ui/share-read.ts';
import { ThemeButton } from '../header.tsx';
import { ForMembers } from './for-members.tsx';
import './tools.css';

/** Reading-progress bar and tool strip at the right edge. Both follow the scroll without rendering. */
export function Tools() {
  const has = useHas();
  const bar = useRef<HTMLDivElement>(null);
  const percent = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      watchScroll(() => {
        bar.current?.style.setProperty('scale', `${shareRead()} 1`);
        if (percent.current) percent.current.textContent = `${Math.floor(shareScrolled() * 100)}%`;
      }),
    [],
  );
  return (
    <>
      <div className="shell-read-bar" ref={bar} />
      <aside aria-label="页面工具">
        <div className="shell-tools" role="toolbar" aria-label="页面工具" aria-orientation="vertical">
          {has(['group', 'privateChat']) && (
            <ForMembers className="icon-button shell-chat" to="/im" label={has('group') ? '聊天室' : '私聊'}>
              <Icon name="chat" />
            </ForMembers>
          )}
          <ThemeButton />
          <button className="icon-button" type="button" onClick={toTop}>
            <span className="shell-tools-percent">
              <Icon name="up" />
              <span className="visually-hidden">回到顶部，已读</span>
              <span ref={percent}>0%</span>
            </span>
          </button>
        </div>
      </aside>
    </>
  );
}

function toTop() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
}

/** Scroll position in CSS pixels below which the tool strip is hidden. */
const nearTop = 150;
/** Smaller moves in CSS pixels do not count as a direction. */
const leastMove = 8;

/**
 * Marks the root with `data-scroll` (down hides the bars of head and foot, up, or the end of the page, shows them) and `data-far` (shows the tools), and reports
 * each scroll. Returns the unsubscribe function.
 */
function watchScroll(onScroll: () => void) {
  const { dataset } = document.documentElement;
  let last = scrollY;
  const mark = () => {
    onScroll();
    if (scrollY > nearTop) dataset.far = '';
    else delete dataset.far;
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    if (scrollY > nearTop && !isAtEnd && Math.abs(scrollY - last) < leastMove) return;
    dataset.scroll = scrollY > nearTop && scrollY > last && !isAtEnd ? 'down' : 'up';
    last = scrollY;
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
  return () => removeEventListener('scroll', mark);
}
