import { readTypes } from '@mojian/contract/platform/rules';
import type { Writing } from '../context.ts';
import { formatBeijing, parseLocalTime } from '../settings/schedule.ts';

type PlanInput = Pick<Writing, 'draft' | 'me' | 'kind'> & {
  content: Pick<Writing['content'], 'readType'>;
  publishAt: string;
};

/** `time`: when the article is to be published, if not at once. */
type SubmitPlan = { act: string; doing: string; done: string; about: string; time?: Date };

/** Label and description of the submit action, and its time. A scheduled article keeps its own. */
export function submitPlan({ draft, me, kind, content, publishAt }: PlanInput): SubmitPlan {
  const isOut = draft?.state === 'published';
  if (content.readType === readTypes.onlyAuthor) return privatePlan(isOut);
  if (!mayPublish({ draft, me })) return reviewPlan(isOut, draft?.submittedAt != null);
  if (isOut)
    return { act: '更新', doing: '正在更新…', done: '已更新', about: '读者马上读到新的一版，地址和评论都不变。' };
  const time = parseLocalTime(publishAt) ?? scheduledTime(draft);
  if (time)
    return {
      time,
      act: '定时发布',
      doing: '正在定时…',
      done: '已定时',
      about: `北京时间 ${formatBeijing(time)} 自动发布。在那之前可以改，改完再定时一次，也可以取消。`,
    };
  const about =
    kind === 'page'
      ? '马上打得开。它不在任何列表与订阅里，可以在后台的设置里放进菜单。'
      : '马上与读者见面，关注你的人会收到通知。';
  return { act: '发布', doing: '正在发布…', done: '已发布', about };
}

/** Time of a scheduled article, unless it has passed. */
function scheduledTime(draft: Writing['draft']) {
  const time = draft?.state === 'scheduled' ? parseLocalTime(draft.publishedAt ?? '') : undefined;
  return time && time.getTime() > Date.now() ? time : undefined;
}

function privatePlan(isOut: boolean) {
  const about = isOut
    ? '读者会马上看不到它：页面、列表、搜索与订阅里都没有，分享链接也失效。评论与数字都留着，改回来就又看得到。'
    : '只有你自己看得到，不经审核，也不通知谁。';
  return { act: '仅自己可见', doing: '正在保存…', done: '已保存，只有你看得到', about };
}

function reviewPlan(isOut: boolean, isWaiting: boolean) {
  const about = isOut
    ? '编辑看过之后，读者才看到新的一版；在那之前，读到的还是现在这一版。'
    : '编辑看过之后发布，结果会通知你。在那之前随时可以撤回修改。';
  return { act: isWaiting ? '重新提交审核' : '提交审核', doing: '正在提交…', done: '已提交审核', about };
}

const staff = ['owner', 'admin', 'editor'];

/** Whether submitting publishes without review; decided by role before the first save. */
export function mayPublish({ draft, me }: Pick<Writing, 'draft' | 'me'>) {
  return draft ? draft.may.publish : staff.includes(me.role);
}
