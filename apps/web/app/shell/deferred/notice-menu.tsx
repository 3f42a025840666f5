import type { BelongsTo } from '@mojian/contract/platform/features';
import { Icon } from '@mojian/ui/icon';
import type { Unread } from '../../live/unread.ts';
import { useHas } from '../../site/features-on.ts';
import { ForMembers } from './for-members.tsx';
import './member-buttons.css';

type Entry = { name: keyof Unread; words: string; icon: string; about: string; to: string; feature?: BelongsTo };

const entries: [Entry, ...Entry[]] = [
  { name: 'system', words: '系统通知', icon: 'bell', about: '站里的消息', to: '/notice?type=0' },
  {
    name: 'comment',
    words: '评论',
    icon: 'talk',
    about: '谁在文章下接了话',
    to: '/notice?type=1',
    feature: 'comments',
  },
  { name: 'private', words: '私聊', icon: 'chat', about: '只说给你一个人的', to: '/im', feature: 'privateChat' },
];

/** Kinds without an entry of their own appear here while they have unread notices. */
const others: Entry[] = [
  { name: 'follow', words: '关注', icon: 'user', about: '谁关注了你', to: '/notice?type=2' },
  { name: 'like', words: '点赞', icon: 'heart', about: '谁喜欢了你的字', to: '/notice?type=3' },
  { name: 'collect', words: '收藏', icon: 'star', about: '谁收下了你的文章', to: '/notice?type=4' },
];

/** Path of the first kind with unread notices; the bell links to it. */
export function firstUnread(unread: Unread) {
  return [...entries, ...others].find(({ name }) => unread[name] > 0)?.to ?? entries[0].to;
}

export function NoticeMenu({ unread }: { unread: Unread }) {
  const has = useHas();
  const shown = [...entries.filter(({ feature }) => has(feature)), ...others.filter(({ name }) => unread[name] > 0)];
  return (
    <div className="menu float notice-menu">
      <ul>
        {shown.map(({ name, words, icon, about, to }) => (
          <li key={name}>
            <ForMembers to={to}>
              <span className={unread[name] > 0 ? 'notice-menu-icon unread-dot sub' : 'notice-menu-icon sub'}>
                <Icon name={icon} />
              </span>
              <b>
                {words}
                {unread[name] > 0 && <span className="visually-hidden">，{unread[name]} 条未读</span>}
              </b>
              <p className="type-note dim">{about}</p>
            </ForMembers>
          </li>
        ))}
      </ul>
    </div>
  );
}
