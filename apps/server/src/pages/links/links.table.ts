import { table } from '../../platform/db/table.ts';

export const links = table('links', {
  columns: {
    id: 'left out: numbered anew',
    groupName: 'export',
    name: 'export',
    url: 'export',
    intro: 'export',
    avatar: 'export',
    reachable: 'left out: checked again',
    createdAt: 'export',
    state: 'export',
    email: 'left out: of the applicant',
    reason: 'left out: refused ones are not exported',
    checkedAt: 'left out: checked again',
    failures: 'left out: checked again',
    position: 'left out: the order of the file',
    version: 'left out: of open screens',
    feedUrl: 'export',
    readsFeed: 'export',
  },
  texts: [{ name: '友链', columns: ['url', 'intro', 'avatar', 'reason', 'feedUrl'] }],
  pictures: { columns: ['avatar'], page: '/links' },
  subject: { kind: 'link', title: 'name' },
});
