import type { Client } from '@mojian/client';
import type { Member, MemberCounts } from '@mojian/contract/members/members';
import { Failure } from '@mojian/contract/platform/failures';
import { useEffect } from 'react';
import { type MetaFunction, useLoaderData, useRevalidator } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { PageScreen, type Shown } from '../features/members/members/page-screen.tsx';
import {
  listPeople,
  listWritten,
  type PublicTab,
  publicTabs,
  readUserChoice,
  userAddress,
} from '../features/members/members/tabs.tsx';
import { useUser } from '../session/session.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

type Choice = { id: number; tab: PublicTab; page: number };

const load = async ({ api, params: { userId = '' }, query }: LoadArgs) => {
  // a single address for each member: no 007, no 1e3
  if (!/^[1-9]\d{0,8}$/.test(userId)) throw new Failure('not-found');
  const choice = { id: Number(userId), ...readUserChoice<PublicTab>(query, publicTabs) };
  const [member, counts, shown] = await Promise.all([
    api.members.info({ query: { userId: choice.id } }),
    api.members.counts({ query: { id: choice.id } }),
    loadList(api, choice),
  ]);
  if (choice.page > Math.max(1, shown.list.pages)) throw new Failure('not-found');
  return { member, counts, shown, isForViewer: false };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(async (args) => ({ ...(await load(args)), isForViewer: true }));

async function loadList(api: Client, { id, tab, page }: Choice): Promise<Shown> {
  if (tab === 'articles') return { tab, list: await listWritten(api, id, page) };
  return { tab, list: await listPeople(api, id, tab, page) };
}

const titles = { articles: '', follows: '关注的人', fans: '的粉丝' };

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { member, counts, shown } = loaderData;
  const site = siteFrom(matches);
  const { tab, list } = shown;
  const page = list.pageNo > 1 ? `（第 ${list.pageNo} 页）` : '';
  const tags = pageMeta({
    site,
    title: `${member.nickname}${titles[tab]}${page}`,
    description: member.intro || `${member.nickname}在${site?.name}写了 ${counts.articles} 篇文章。`,
    path: userAddress(`/user/${member.id}`, tab, list.pageNo),
    image: member.cover || member.avatar,
    type: 'profile',
    ...(counts.articles > 0 && { feed: `/feed/author/${member.id}.xml` }),
    jsonLd: profileJsonLd(site?.url ?? '', member, counts),
  });
  // follower lists are not indexed
  return tab === 'articles' ? tags : [...tags, { name: 'robots', content: 'noindex, follow' }];
};

export default function UserPageRoute() {
  const { isForViewer, ...data } = useLoaderData<typeof loader>();
  useViewersReload(isForViewer);
  const { member, shown } = data;
  const loadPage = (page: number) => loadList(httpApi, { id: member.id, tab: shown.tab, page });
  return <PageScreen key={member.id} {...data} loadPage={loadPage} calls={httpApi} />;
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
