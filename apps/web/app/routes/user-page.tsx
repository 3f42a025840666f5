import type { Client } from '@mojian/client';
import type { Member, MemberCounts } from '@mojian/contract/members/members';
import { Failure } from '@mojian/contract/platform/failures';
import { useEffect } from 'react';
import { type MetaFunction, useLoaderData, useRevalidator } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { facesShown } from '../features/members/activity/member-aside.tsx';
import { type Beside, PageScreen, type Shown } from '../features/members/members/page-screen.tsx';
import {
  isPeople,
  listPeople,
  memberAddress,
  type PublicTab,
  publicTabs,
  readUserChoice,
} from '../features/members/members/tabs.tsx';
import { useUser } from '../session/session.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

type Choice = { id: number; tab: PublicTab; page: number; after: string | undefined };

const load = async ({ api, params: { userId = '' }, query }: LoadArgs) => {
  // a single address for each member: no 007, no 1e3
  if (!/^[1-9]\d{0,8}$/.test(userId)) throw new Failure('not-found');
  const after = query.get('after') ?? undefined;
  const choice = { id: Number(userId), after, ...readUserChoice<PublicTab>(query, publicTabs) };
  const [member, counts, shown] = await Promise.all([
    api.members.info({ query: { userId: choice.id } }),
    api.members.counts({ query: { id: choice.id } }),
    loadList(api, choice),
  ]);
  if ('pages' in shown.list && choice.page > Math.max(1, shown.list.pages)) throw new Failure('not-found');
  return { member, counts, shown, beside: await loadBeside(api, choice.id, counts), isForViewer: false };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(async (args) => ({ ...(await load(args)), isForViewer: true }));

async function loadList(api: Client, { id, tab, page, after }: Choice): Promise<Shown> {
  if (isPeople(tab)) return { tab, list: await listPeople(api, id, tab, page) };
  return { tab, after, list: await api.activity.list({ query: { userId: id, kind: tab, after } }) };
}

/** Whom a member follows stands on the page while there is little else. */
async function loadBeside(api: Client, id: number, counts: MemberCounts): Promise<Beside> {
  const people = (kind: 'fans' | 'follows') =>
    api.follows.list({ query: { userId: id, kind, pageSize: facesShown, pageNo: 1 } });
  const isQuiet = counts.articles + counts.says + counts.comments < 2;
  const [year, about, fans, followed] = await Promise.all([
    api.activity.year({ query: { userId: id } }),
    api.activity.about({ query: { userId: id } }),
    counts.fans > 0 ? people('fans') : undefined,
    isQuiet && counts.follows > 0 ? people('follows') : null,
  ]);
  return { year, about, fans: fans?.records ?? [], followed };
}

const titles: Record<PublicTab, string> = {
  all: '',
  articles: '的文章',
  says: '的说说',
  comments: '的评论',
  collects: '的收藏',
  follows: '关注的人',
  fans: '的粉丝',
};

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { member, counts, shown } = loaderData;
  const site = siteFrom(matches);
  const { tab } = shown;
  const pageNo = 'pages' in shown.list ? shown.list.pageNo : 1;
  const after = 'after' in shown ? shown.after : undefined;
  const page = pageNo > 1 ? `（第 ${pageNo} 页）` : '';
  const tags = pageMeta({
    site,
    title: `${member.nickname}${titles[tab]}${page}`,
    description: member.intro || `${member.nickname}在${site?.name}写了 ${counts.articles} 篇文章。`,
    path: memberAddress(member.id, tab, { page: pageNo, ...(after !== undefined && { after }) }),
    image: member.cover || member.avatar,
    type: 'profile',
    ...(counts.articles > 0 && { feed: `/feed/author/${member.id}.xml` }),
    jsonLd: profileJsonLd(site?.url ?? '', member, counts),
  });
  // indexes only the first of a member's addresses
  return tab === 'all' && after === undefined ? tags : [...tags, { name: 'robots', content: 'noindex, follow' }];
};

export default function UserPageRoute() {
  const { isForViewer, ...data } = useLoaderData<typeof loader>();
  useViewersReload(isForViewer);
  const { member, shown } = data;
  const { tab } = shown;
  return (
    <PageScreen
      key={member.id}
      {...data}
      loadPeople={(page) => listPeople(httpApi, member.id, tab as 'fans', page)}
      loadActivity={(after) => httpApi.activity.list({ query: { userId: member.id, kind: tab as 'all', after } })}
      calls={httpApi}
    />
  );
}

/** Reloads a served page, which is the same for everybody, for a member: whom they follow is theirs. */
function useViewersReload(isForViewer: boolean) {
  const { revalidate } = useRevalidator();
  const isMember = useUser() !== null;
  useEffect(() => {
    if (isMember && !isForViewer) void revalidate();
  }, [isMember, isForViewer, revalidate]);
}

/** Source: schema.org/ProfilePage. */
function profileJsonLd(siteUrl: string, member: Member, counts: MemberCounts) {
  const { id, nickname, intro, avatar, website, joinedAt, guest } = member;
  const url = `${siteUrl}/user/${id}`;
  return {
    '@type': 'ProfilePage',
    url,
    ...(!guest && { dateCreated: joinedAt }),
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      identifier: String(id),
      name: nickname,
      url,
      ...(intro && { description: intro }),
      ...(avatar && { image: new URL(avatar, siteUrl).href }),
      ...(website && { sameAs: [website] }),
      // nobody can follow a guest
      ...(!guest && {
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/FollowAction',
          userInteractionCount: counts.fans,
        },
      }),
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: counts.articles,
      },
    },
  };
}
