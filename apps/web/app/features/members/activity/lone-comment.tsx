import type { Activity } from '@mojian/contract/members/activity';
import { Cover } from '../../../ui/cover.tsx';
import { Link } from '../../../ui/link.tsx';
import { exactTime } from '../../../ui/moment.tsx';
import { Html } from './activity-row.tsx';
import { monthNames } from './writing-year.tsx';
import './lone-comment.css';

export type Commented = Extract<Activity, { kind: 'comment' }>;

/** The page of a member who has said one thing: that comment is it. */
export function LoneComment({ nickname, comment }: { nickname: string; comment: Commented }) {
  const { html, target, createdAt } = comment;
  return (
    <section>
      <div className="lone-comment">
        <blockquote>
          <Html html={html} />
        </blockquote>
        <time className="lone-comment-day dim" dateTime={createdAt}>
          {dayWords(createdAt)}
        </time>
        <div className={target.cover ? 'lone-comment-target' : 'lone-comment-target lone-comment-target-plain'}>
          {target.cover && (
            <Link className="cover-box" to={target.path} tabIndex={-1} aria-hidden="true">
              <Cover article={target.cover} sizes="108px" />
            </Link>
          )}
          <p>
            <span className="dim">写在这{target.kind === 'article' ? '一篇' : '条说说'}下面</span>
            <Link to={target.path}>{target.title}</Link>
          </p>
        </div>
      </div>
      <p className="lone-comment-end dim">{nickname}在这里说过的，就是这一句</p>
    </section>
  );
}

/** 十一月廿四 is the lunar way; the site counts 十一月二十四. */
function dayWords(at: string) {
  const [month, day] = exactTime(at).slice(5, 10).split('-').map(Number);
  return `${monthNames[(month ?? 1) - 1]}${chinese(day ?? 1)}日`;
}

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** A number from 1 to 31. */
function chinese(number: number) {
  const tens = Math.floor(number / 10);
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${digits[number % 10]}`;
}
