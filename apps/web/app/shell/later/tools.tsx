import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef } from 'react';
import { useHas } from '../../features-on.ts';
import { ThemeButton } from '../theme-button.tsx';
import { ForMembers } from './for-members.tsx';
import { watchScroll } from './watch-scroll.ts';

/** The reading-progress bar and the strip at the right edge. Both follow the scroll by themselves, without rendering. */
export function Tools() {
  const has = useHas();
  const bar = useRef<HTMLDivElement>(null);
  const percent = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      watchScroll((share) => {
        bar.current?.style.setProperty('scale', `${share} 1`);
        if (percent.current) percent.current.textContent = `${Math.floor(share * 100)}%`;
      }),
    [],
  );
  return (
    <>
      <div className="read-bar" ref={bar} />
      <aside aria-label="页面工具">
        <div className="tools" role="toolbar" aria-label="页面工具" aria-orientation="vertical">
          {has(['group', 'privateChat']) && (
            <ForMembers className="ib chat" to="/im" label={has('group') ? '聊天室' : '私聊'}>
              <Icon name="chat" />
            </ForMembers>
          )}
          <ThemeButton />
          <button className="ib" type="button" onClick={toTop}>
            <span className="pct">
              <Icon name="up" />
              <span className="vh">回到顶部，已读</span>
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
