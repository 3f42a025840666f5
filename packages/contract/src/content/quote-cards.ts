import { z } from 'zod';
import { post } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';
import { longestQuote, quoteCardTemplates } from '../platform/rules.ts';

/** Addresses of one picture, 1080 × 1440 and 270 × 360. It is drawn when it is first opened. */
const picture = z.object({ url: z.string(), small: z.string() });

const card = z.object({
  /** Words as they stand in the text, white space collapsed. */
  words: z.string(),
  /** 素笺 for code and text of which a third is not Chinese. */
  suggested: z.enum(quoteCardTemplates),
  /** Whether the picture ends at a sentence before the last. */
  isCut: z.boolean(),
  /** Characters the typeface lacks, drawn as 〓. */
  missing: z.array(z.string()),
  /** `photo`: of a say with a photograph only. */
  pictures: z.object({ ruled: picture, plain: picture, night: picture, photo: picture.nullable() }),
});

export type QuoteCard = z.infer<typeof card>;

export const quoteCards = {
  make: post('/v1/quote/', 'anyone', {
    about: '把公开的文章或说说里的一句话做成图片：三种版式各有地址，带照片的说说多一种，打开时才画',
    limit: { most: 90, seconds: 600 },
    body: z.object({
      kind: z.enum(['article', 'say'], '须为文章或说说'),
      id: id('编号'),
      words: z.string('请先选中一句话').max(4000, `一张笺最多 ${longestQuote} 个字，请少选一些`),
      /** 带上二维码, which leads to the sentence. */
      code: z.boolean('须为是或否').default(true),
      /** 写上今天的节气. */
      term: z.boolean('须为是或否').default(true),
    }),
    reply: card,
  }),
};
