import type { Letter } from '../../platform/mail/mails.ts';

type News = { reason: string; text: string; title: string; link: string; nickname: string };

type Given = {
  member: { nickname: string; email: string };
  /** Newest first, at least one. */
  news: News[];
  siteUrl: string;
  unsubscribe: string;
};

const quotedAtMost = 3;

/** The letter to a member of what was said to them in one thread. */
export function replyLetter({ member, news, siteUrl, unsubscribe }: Given): Letter {
  const [newest] = news as [News, ...News[]];
  const said = news.length === 1 ? whatHappened(newest) : `${placeOf(newest)}有 ${news.length} 条给你的新评论`;
  const rest = news.length - quotedAtMost;
  return {
    to: member.email,
    subject: said,
    lines: [
      `${member.nickname}，你好：`,
      `${said}${news.length > quotedAtMost ? `，最近的 ${quotedAtMost} 条是` : ''}：`,
    ],
    quotes: news.slice(0, quotedAtMost).map(({ nickname, text }) => ({ who: nickname, text })),
    button: {
      words: rest > 0 ? `去看看，还有 ${rest} 条` : '去看看，回一句',
      url: new URL(newest.link, siteUrl).href,
    },
    unsubscribe: {
      why: '你打开了「有人回复时发邮件给我」，所以收到这封信；同一处的评论，一小时里至多写一封。',
      url: unsubscribe,
    },
  };
}

function whatHappened(news: News) {
  const { nickname, reason } = news;
  if (reason === 'reply') return `${nickname} 在${placeOf(news)}回复了你`;
  if (reason === 'mention') return `${nickname} 在${placeOf(news)}提到了你`;
  return `${nickname} 评论了你的${isOnSay(news) ? `说说「${news.title}」` : `文章《${news.title}》`}`;
}

function placeOf(news: News) {
  return isOnSay(news) ? `说说「${news.title}」里` : `《${news.title}》里`;
}

function isOnSay({ link }: News) {
  return link.startsWith('/say');
}
