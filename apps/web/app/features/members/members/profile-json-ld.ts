import type { Member, MemberCounts } from '@mojian/contract/members/members';

/** Source: schema.org/ProfilePage. */
export function profileJsonLd(siteUrl: string, member: Member, counts: MemberCounts) {
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
