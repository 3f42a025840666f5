import { table } from '../../platform/db/table.ts';

export const settings = table('settings', {
  key: 'name',
  columns: { name: 'export', value: 'export' },
  texts: [{ name: '站点设置', columns: ['value'] }],
  pictures: { columns: ['value'], page: '/admin/settings' },
  edited: ['value'],
});
