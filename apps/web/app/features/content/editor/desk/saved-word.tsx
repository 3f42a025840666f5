import { Icon } from '@mojian/ui/icon';
import { useEffect, useState } from 'react';
import { relativeTime } from '../../../../ui/times.ts';
import type { Sight } from '../journal/sight.ts';
import type { Standing } from '../journal/standing.ts';

type Word = { icon: string; text: string; tone?: 'calm' | 'warn' | 'bad' };

const words: Record<Standing['is'], Word> = {
  saved: { icon: 'ok', text: '已保存', tone: 'calm' },
  unsaved: { icon: 'edit', text: '正在保存' },
  saving: { icon: 'refresh', text: '正在保存' },
  offline: { icon: 'box', text: '没有网络，已保存在这台设备', tone: 'warn' },
  unable: { icon: 'box', text: '服务器没有响应，已保存在这台设备', tone: 'warn' },
  'signed-out': { icon: 'key', text: '登录已过期，文字都在', tone: 'warn' },
  stranger: { icon: 'user', text: '登录的账号变了，文字都在', tone: 'warn' },
  stale: { icon: 'warn', text: '别处有更新的版本', tone: 'warn' },
  refused: { icon: 'warn', text: '还没有保存到服务器，已保存在这台设备', tone: 'bad' },
};

/** Where what was written is by now. */
export function SavedWord({ sight: { standing, isKept, isDirty } }: { sight: Sight }) {
  const { icon, text, tone } = isKept || !isDirty ? wordOf(standing) : notKept;
  const at = standing.is === 'saved' ? standing.at : null;
  return (
    <span className="saved" data-tone={tone}>
      <Icon name={icon} />
      <span role="status">{text}</span>
      {at !== null && <Since at={at} />}
    </span>
  );
}

const notKept: Word = { icon: 'warn', text: '这台设备已存满，请不要关闭此页', tone: 'bad' };
const nothingYet: Word = { icon: 'edit', text: '会自动保存' };

const wordOf = (standing: Standing) =>
  standing.is === 'saved' && standing.at === null ? nothingYet : words[standing.is];

/** How long ago, without being read out every few seconds. */
function Since({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  return <span className="since">{relativeTime(at, Math.max(now, at))}</span>;
}
