import { z } from 'zod';
import { browser, digits, heat, rowsOf, type Source, title } from './source.ts';

const row = z.object({ word: title, hot_value: heat, sentence_id: digits.optional().catch(undefined) });
const answer = z.object({ word_list: rowsOf(row) });

export const douyin: Source = {
  name: '抖音',
  host: 'https://www.iesdouyin.com',
  path: '/web/api/v2/hotsearch/billboard/word/',
  headers: { ...browser, referer: 'https://www.douyin.com/' },
  sites: ['douyin.com'],
  read: (reply) =>
    answer.parse(reply).word_list.map(({ word, hot_value, sentence_id }) => ({
      title: word,
      heat: hot_value,
      url: `https://www.douyin.com/${sentence_id ? `hot/${sentence_id}` : `search/${encodeURIComponent(word)}`}`,
    })),
};
