import type { Say } from '@mojian/contract/community/says';

/** What is known of some says since the list was loaded: how they are now, or null for those that are gone. */
export type News = ReadonlyMap<number, Say | null>;

/** The list as it is now. */
export function withNews(rows: Say[], news: News): Say[] {
  return rows.flatMap((say) => {
    const now = news.get(say.id);
    return now === undefined ? [say] : (now ?? []);
  });
}

/** What was learnt last counts. */
export function learn(news: News, says: Say[], gone: number[] = []): News {
  return new Map([...news, ...says.map((say) => [say.id, say] as const), ...gone.map((id) => [id, null] as const)]);
}

type Person = Say['likers'][number];

/** Liked, or not any more, by who reads. */
export function withLike(say: Say, me: Person | undefined): Say {
  const liked = !say.liked;
  const others = say.likers.filter(({ id }) => id !== me?.id);
  return {
    ...say,
    liked,
    likes: Math.max(0, say.likes + (liked ? 1 : -1)),
    likers: liked && me ? [me, ...others] : others,
  };
}

/** 小林、阿明 等 12 人觉得很赞 */
export function likersWords({ likers, likes }: Pick<Say, 'likers' | 'likes'>) {
  return likes > likers.length ? `等 ${likes} 人觉得很赞` : '觉得很赞';
}
