import { type Bar, BarDialog } from './bar-dialog.tsx';

type Props = { who: string; mute: (bar: Bar) => Promise<unknown>; close: () => void };

const lengths: [string, string][] = [
  ['1', '1 天'],
  ['7', '7 天'],
  ['30', '30 天'],
  ['ever', '永久，直到解除'],
];

/** Asks why a member is muted and for how long. */
export function MuteDialog({ who, mute, close }: Props) {
  const words =
    '对方照常登录和阅读，但不能评论、发说说、留言、聊天、投稿、写反馈和申请友链。原因会通知对方；写过的都还在。';
  return <BarDialog verb="禁言" {...{ who, words, lengths, close }} send={mute} />;
}
