import { table } from '../../platform/db/table.ts';

export const navigationGroups = table('navigationGroups', {
  columns: {
    id: 'left out: numbered anew',
    name: 'export',
    position: 'export',
    version: 'left out: of open screens',
  },
  subject: { kind: 'navigationGroup', title: 'name' },
  typeset: { columns: ['name'] },
});

export const navigationSites = table('navigationSites', {
  columns: {
    id: 'left out: numbered anew',
    groupId: 'left out: exported by name',
    name: 'export',
    url: 'export',
    intro: 'export',
    logo: 'export',
    clicks: 'export',
    position: 'left out: the order of the file',
    version: 'left out: of open screens',
  },
  texts: [{ name: '导航', columns: ['url', 'intro', 'logo'] }],
  pictures: { columns: ['logo'], page: '/navigation' },
  subject: { kind: 'navigationSite', title: 'name' },
  typeset: { columns: ['name'] },
  edited: ['name', 'url', 'intro', 'logo', 'groupId'],
  belongsTo: { groupId: 'navigationGroups' },
});
