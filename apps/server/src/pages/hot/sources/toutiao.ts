import { z } from 'zod';
import { browser, digits, heat, rowsOf, type Source, title } from './source.ts';

const row = z.object({ Title: title, ClusterIdStr: digits, HotValue: heat });
const answer = z.object({ data: rowsOf(row) });

export const toutiao: Source = {
  name: '今日头条',
  host: 'https://www.toutiao.com',
  path: '/hot-event/hot-board/?origin=toutiao_pc',
  headers: { ...browser, referer: 'https://www.toutiao.com/' },
  sites: ['toutiao.com'],
  read: (reply) =>
    answer.parse(reply).data.map(({ Title, ClusterIdStr, HotValue }) => ({
      title: Title,
      heat: HotValue,
      url: `https://www.toutiao.com/trending/${ClusterIdStr}/`,
    })),
};
