import {
  completeSections,
  type HomeSection,
  homeSections,
  type PlacedSection,
} from '@mojian/contract/core/home-sections';

/** The home page's settings as the server has them. */
export type HomeSettings = {
  lead: 'newest' | 'pinned' | 'chosen';
  article: number;
  beside: 'say' | 'term' | 'notice';
  sections: PlacedSection[];
  count: '5' | '9' | '14';
  wide: boolean;
  side: boolean;
};

export const leads = { newest: '最新一篇', pinned: '置顶的一篇', chosen: '自己选' } as const;
export const besides = { say: '今日一笺', term: '今日节气', notice: '公告' } as const;

/** Says in words what differs between the saved and the present settings. */
export function changesOf(saved: HomeSettings, now: HomeSettings): string[] {
  const isOtherArticle = now.lead === 'chosen' && now.article !== saved.article;
  return [
    ...(saved.lead !== now.lead || isOtherArticle ? [`头条换成${leads[now.lead]}`] : []),
    ...(saved.beside !== now.beside ? [`旁边换成${besides[now.beside]}`] : []),
    ...switched(completeSections(saved.sections), completeSections(now.sections)),
    ...(saved.count !== now.count ? [`新文章改为 ${now.count} 篇`] : []),
    ...(saved.wide !== now.wide ? [now.wide ? '有宽图' : '没有宽图'] : []),
    ...(saved.side !== now.side ? [now.side ? '右侧放名片、推荐、最新评论' : '右侧空着'] : []),
  ];
}

function switched(saved: PlacedSection[], now: PlacedSection[]) {
  const turned = now.filter(({ name, on }) => saved.some((before) => before.name === name && before.on !== on));
  return [
    ...turned.map(({ name, on }) => `${homeSections[name]}${on ? '开了' : '关了'}`),
    ...moved(namesOf(saved), namesOf(now)),
  ];
}

const namesOf = (sections: PlacedSection[]) => sections.map(({ name }) => name);

/** Names the one section that was moved; of several it says only that the order is another. */
function moved(before: HomeSection[], after: HomeSection[]) {
  if (before.join() === after.join()) return [];
  const without = (names: HomeSection[], one: HomeSection) => names.filter((name) => name !== one).join();
  const movable = after.filter((name) => without(before, name) === without(after, name));
  // prefers the one that went up: of two neighbours that changed places either may have moved
  const one = movable.find((name) => after.indexOf(name) < before.indexOf(name)) ?? movable[0];
  if (!one) return ['换了顺序'];
  const next = after[after.indexOf(one) + 1];
  return [`${homeSections[one]}移到${next ? `${homeSections[next]}前` : '最后'}`];
}
